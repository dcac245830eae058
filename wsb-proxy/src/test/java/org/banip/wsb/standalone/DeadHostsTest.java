package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

/** When a broker takes one of several hosts for dead, and what becomes of its MBUs. */
class DeadHostsTest extends TwoHosts {
    /** A living host of this JVM sends something within this time, however busy the machine is. */
    private static final Duration LONG_SILENCE = Duration.ofSeconds(6);

    @Test
    void deadHostsMbusRegisterAtTheOtherAndItIsUsedAgainWhenItIsBack() throws Exception {
        String session = Mbu.newSession();
        one.interconnects.set(10);
        URI broker = startedBroker();
        assertThat(register(broker, session)).startsWith("201");
        assertThat(two.heads).hasSize(1);
        second.goDown();
        patiently().until(() -> send(broker, session + "~two").equals("404 unknown-interconnect"));
        assertThat(register(broker, session)).startsWith("201");
        assertThat(routeOf(one, 0)).contains("one");
        assertThat(send(broker, session + "~one")).startsWith("200");
        one.interconnects.set(500);
        second.comeUp();
        patiently().until(() -> {
            String unused = register(broker, Mbu.newSession());
            return two.heads.size() > 1;
        });
    }

    /** Nothing of it has reached the first host, so that nobody has to ask twice. Of two that are equally busy, the first is chosen. */
    @Test
    void registrationThatFindsItsHostDeadGoesToTheOther() throws Exception {
        URI broker = startBroker("two=" + second.uri() + ",one=" + host.uri(), "host-probe-millis", NEVER);
        patiently().until(() -> one.questions.get() == 1 && two.questions.get() == 1);
        second.goDown();
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
        assertThat(one.heads).hasSize(1);
    }

    /** As of a machine that is switched off: connecting gives neither a connection nor a refusal. */
    @Test
    void registrationThatCannotConnectInTimeGoesToTheOther() throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int connection = 0; connection < 8; connection++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                boolean unused = channel.connect(deaf.getLocalSocketAddress());
                waiting.add(channel);
            }
            URI broker = start(
                    BrokerSettings.CONNECTION_LIMITS,
                    Map.of(
                            "surrogate-host",
                            "two=http://127.0.0.1:" + deaf.getLocalPort() + "/host/,one=" + host.uri(),
                            "host-probe-millis",
                            NEVER,
                            "host-silence-millis",
                            NEVER,
                            "connect-millis",
                            "500"));
            one.busy = true;
            // On a busy machine, connecting to the living host may take as long.
            patiently().until(() -> register(broker, Mbu.newSession()).startsWith("201"));
            assertThat(one.heads).hasSize(1);
        } finally {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
        }
    }

    /** Their answers name no host, so that an MBU would register again and again. */
    @Test
    void hostsOfAnOlderVersionGetNoRegistrations() throws Exception {
        one.old = true;
        two.old = true;
        URI broker = startBroker();
        patiently().until(() -> register(broker, Mbu.newSession()).equals("502 host-unavailable"));
        int before = one.heads.size() + two.heads.size();
        assertThat(register(broker, Mbu.newSession())).isEqualTo("502 host-unavailable");
        assertThat(one.heads.size() + two.heads.size()).isEqualTo(before);
    }

    @Test
    void proxyThatAnswersForADeadHostDoesNotKeepItAlive() throws Exception {
        URI broker = started(startBroker(SHORT_SILENCE));
        two.absent = true;
        patiently().until(() -> send(broker, Mbu.newSession() + "~two").equals("404 unknown-interconnect"));
        // On a busy machine the other host may be silent for as long, now and then.
        patiently().until(() -> register(broker, Mbu.newSession()).startsWith("201"));
        assertThat(one.heads).isNotEmpty();
        assertThat(two.heads).isEmpty();
    }

    @Test
    void withoutAnyHostMbusTryAgain() throws Exception {
        URI broker = startedBroker();
        host.goDown();
        second.goDown();
        String session = Mbu.newSession();
        patiently().until(() -> send(broker, session + "~two").equals("502 host-unavailable"));
        patiently().until(() -> register(broker, session).equals("502 host-unavailable"));
        host.comeUp();
        patiently().until(() -> register(broker, session).startsWith("201"));
    }

    @Test
    void hostThatStandsStillIsDeadUntilItGoesOn() throws Exception {
        URI broker = started(startBroker(SHORT_SILENCE));
        two.silent = true;
        patiently().until(() -> {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.openReverse(Mbu.newSession() + "~two", ALICE);
                mbu.socket().setSoTimeout(500); // the host may count as living still, and gives no answer
                return mbu.readRefusal().equals("404 unknown-interconnect");
            } catch (AssertionError e) {
                return false;
            }
        });
        assertThat(two.heads).isEmpty();
        two.silent = false;
        patiently().until(() -> send(broker, Mbu.newSession() + "~two").startsWith("200"));
    }

    /** Otherwise each MBU would wait for the end of its own patience, and then once more. */
    @Test
    void streamsOfAHostThatStandsStillAreBrokenOff() throws Exception {
        URI broker = started(startBroker(LONG_SILENCE));
        one.streams = true;
        two.streams = true;
        try (Mbu living = Mbu.connect(broker);
                Mbu begun = Mbu.connect(broker);
                Mbu unanswered = Mbu.connect(broker)) {
            living.openReverse(Mbu.newSession() + "~one", ALICE);
            assertThat(living.readHead().status()).isEqualTo(200);
            begun.openReverse(Mbu.newSession() + "~two", ALICE);
            assertThat(begun.readHead().status()).isEqualTo(200);
            two.mute = true;
            unanswered.openReverse(Mbu.newSession() + "~two", ALICE);
            patiently().until(() -> two.unanswered.get() == 1);
            two.silent = true;

            assertThat(unanswered.readRefusal()).isEqualTo("502 host-unavailable");
            assertThatExceptionOfType(IOException.class).isThrownBy(begun::readChunk);
            one.stream.get().writeChunk(new byte[] {7});
            assertThat(living.readChunk()).containsExactly(7);
        }
    }

    @Test
    void hostThatRefusesTheBrokerIsNotUsed() throws Exception {
        one.interconnects.set(10);
        two.refuses = true;
        URI broker = startBroker();
        patiently().until(() -> one.questions.get() >= 2);
        patiently().until(() -> send(broker, Mbu.newSession() + "~two").equals("404 unknown-interconnect"));
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
        assertThat(one.heads).hasSize(1);
    }
}

package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.HostSource;
import org.banip.wsb.LogIn;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost.Connection;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

/** What only a broker that listens by itself has to care about. */
class WirelessServiceBrokerTest extends StandaloneBroker {
    @Test
    void hundredsOfStreamsNeedNoThreadEach() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS, Map.of("requests-per-identity", "1000"));
        List<Mbu> mbus = new ArrayList<>();
        List<Connection> reverses = new ArrayList<>();
        int streams = 300;
        try {
            for (int i = 0; i < streams; i++) {
                Mbu mbu = Mbu.connect(broker);
                mbus.add(mbu);
                mbu.openReverse("x" + i, ALICE);
                Connection reverse = host.nextConnection();
                reverse.readHead();
                reverse.answerStream();
                reverses.add(reverse);
                mbu.readHead();
            }
            for (int i = 0; i < streams; i++) {
                reverses.get(i).writeChunk(new byte[100 + i]);
                assertThat(mbus.get(i).readChunked(100 + i)).hasSize(100 + i);
            }
            assertThat(container.broker().counters().active()).isEqualTo(streams);
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("banip-wsb")))
                    .hasSizeLessThan(130);
        } finally {
            for (Mbu mbu : mbus) {
                mbu.close();
            }
        }
    }

    @Test
    void aDirectoryThatCannotBeOpenedLeavesNoThread() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        IllegalArgumentException wrong = new IllegalArgumentException("no such directory");
        WirelessServiceBroker.Builder builder = WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .hostSource(new HostSource("nowhere", () -> {
                            throw wrong;
                        }))
                        .passwordFile(directory.resolve("passwords"))
                        .build());
        assertThatThrownBy(builder::start).isSameAs(wrong);
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("banip-wsb"))
                        .filter(thread -> !before.contains(thread)))
                .isEmpty();
    }

    @Test
    void countsWhatItDoes() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        try (Mbu mbu = Mbu.connect(broker);
                Mbu stranger = Mbu.connect(broker)) {
            stranger.openReverse("x", "Accept: y");
            stranger.readRefusal();
            mbu.openData("x", ALICE);
            mbu.writeChunk(new byte[123]);
            Connection data = host.nextConnection();
            data.readHead();
            data.readChunked(123);
            HttpWire.await().until(() -> container.broker().counters().active() == 1);
            data.answer("400 Bad Request", "0123456789");
            mbu.readBody(mbu.readHead());
            mbu.writeLastChunk();
            assertThat(mbu.isAtEnd()).isTrue();
        }
        HttpWire.await()
                .untilAsserted(() -> assertThat(container.broker().counters())
                        .isEqualTo(new BrokerCounters(
                                2,
                                0,
                                1,
                                123,
                                10,
                                0,
                                0,
                                0,
                                0,
                                Map.of(ErrorCode.UNAUTHENTICATED, 1L),
                                Map.of(LogIn.MISSING, 1L, LogIn.ACCEPTED, 1L))));
    }

    @Test
    void speaksTls() throws Exception {
        Path store = TestKeys.make(directory.resolve("server.p12"), "EC", "localhost");
        try (WirelessServiceBroker broker = WirelessServiceBroker.builder()
                .configuration(configuration())
                .listen("0.0.0.0", 0)
                .tls(TlsFiles.keyStore(store, TestKeys.PASSWORD))
                .start()) {
            assertThat(broker.uri().getScheme()).isEqualTo("https");
            try (Mbu mbu = Mbu.connectTls(broker.uri(), store, TestKeys.PASSWORD)) {
                mbu.openData("x", ALICE);
                Connection data = host.nextConnection();
                data.readHead();
                for (int i = 1; i < 20; i++) {
                    mbu.writeChunk(new byte[i]);
                    assertThat(data.readChunked(i)).hasSize(i);
                }
                mbu.socket().close();
                assertThatThrownBy(data::readChunk).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void refusesToShowPasswordsToTheNetwork() {
        WirelessServiceBroker.Builder builder =
                WirelessServiceBroker.builder().configuration(configuration()).listen("0.0.0.0", 0);
        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("listening on 0.0.0.0 without TLS would show passwords to the network");
        builder.allowPlainText().start().stop();
    }

    @Test
    void aWrongCertificateLeavesNoThread() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        Path garbage = Files.writeString(directory.resolve("garbage.p12"), "no key store");
        assertThatThrownBy(() -> WirelessServiceBroker.builder()
                        .configuration(configuration())
                        .tls(TlsFiles.keyStore(garbage, TestKeys.PASSWORD))
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("garbage.p12");
        HttpWire.await().untilAsserted(() -> {
            Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
            left.removeAll(before);
            assertThat(left.stream().map(Thread::getName).filter(name -> name.startsWith("banip-wsb")))
                    .isEmpty();
        });
    }

    @Test
    void aPortInUseIsNamed() {
        assertThatThrownBy(() -> WirelessServiceBroker.builder()
                        .configuration(configuration())
                        .listen("127.0.0.1", host.port())
                        .start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED))
                .hasMessage("cannot listen on 127.0.0.1:" + host.port() + ": the port is in use");
    }

    @Test
    void aPasswordFileIsReadAgainWhenItChanges() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        String carol = Mbu.basic("carol", "carol's password");
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse("x", carol);
            assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
            new PasswordFile(directory.resolve("passwords")).set("carol", "carol's password".toCharArray(), 4);
        }
        HttpWire.await().until(() -> {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.request("DELETE", "nowhere", carol);
                return mbu.readRefusal().equals("400 malformed-request");
            }
        });
    }

    private BrokerConfiguration configuration() {
        return BrokerConfiguration.builder()
                .surrogateHost(host.uri())
                .passwordFile(directory.resolve("passwords"))
                .build();
    }
}

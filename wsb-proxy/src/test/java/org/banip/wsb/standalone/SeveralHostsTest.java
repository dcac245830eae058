package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A broker between MBUs and two hosts, which answer as hosts do. */
class SeveralHostsTest extends StandaloneBroker {
    /** The shortest that can be set. */
    private static final Duration SHORT_SILENCE = Duration.ofSeconds(1);

    private static final String LIMIT_REACHED = "{\"error\":\"limit-reached\",\"message\":\"no room\"}";
    private static final String NEVER = "86400000";

    private TestHost second;
    private final Served one = new Served();
    private final Served two = new Served();

    /** What a host was asked, and how it answers. */
    private static final class Served implements TestHost.Service {
        final List<HttpWire.Head> heads = new CopyOnWriteArrayList<>();
        final AtomicInteger questions = new AtomicInteger();
        final AtomicInteger interconnects = new AtomicInteger();
        volatile String store = "ward";
        volatile boolean refuses;
        volatile boolean silent;
        volatile boolean busy;
        volatile boolean storing = true;
        /** It answers like a proxy whose host is dead. */
        volatile boolean absent;
        /** It does not know the question for its load. */
        volatile boolean old;
        /** It takes no registrations. */
        volatile boolean full;

        @Override
        public void answer(TestHost.Connection connection, HttpWire.Head head) throws IOException {
            String body = connection.readBody(head);
            if (silent) {
                return;
            }
            if (absent) {
                connection.answer("503 Service Unavailable", "no healthy upstream");
            } else if (refuses) {
                connection.answer("401 Unauthorized", "{}");
            } else if (old && head.start().startsWith("GET /host/interconnects HTTP")) {
                connection.answer("400 Bad Request", "{\"error\":\"malformed-request\",\"message\":\"GET\"}");
            } else if (full && head.start().startsWith("POST /host/interconnects HTTP")) {
                connection.answer("503 Service Unavailable", LIMIT_REACHED);
            } else if (head.start().startsWith("GET /host/interconnects HTTP")) {
                questions.incrementAndGet();
                String load = "{\"interconnects\":" + interconnects + ",\"limit\":1000,\"store\":\"" + store
                        + "\",\"storing\":" + storing + "}";
                connection.answer(busy ? "503 Service Unavailable" : "200 OK", busy ? LIMIT_REACHED : load);
            } else {
                heads.add(head);
                boolean registers = head.start().startsWith("POST /host/interconnects HTTP");
                interconnects.addAndGet(registers ? 1 : 0);
                connection.answer(registers ? "201 Created" : "200 OK", body);
            }
        }
    }

    @BeforeEach
    void serve() throws IOException {
        second = new TestHost();
        host.serve(one);
        second.serve(two);
    }

    @AfterEach
    void stopSecond() throws IOException {
        second.close();
    }

    private static ConditionFactory patiently() {
        return await().atMost(HttpWire.PATIENCE).ignoreExceptions();
    }

    private URI startBroker() {
        return startBroker(HttpWire.PATIENCE);
    }

    private URI startBroker(Duration silence) {
        return startBroker(
                "one=" + host.uri() + ",two=" + second.uri(), "host-silence-millis", Long.toString(silence.toMillis()));
    }

    /** A broker with these hosts and one more setting. */
    private URI startBroker(String hosts, String setting, String value) {
        Map<String, String> settings = new HashMap<>(Map.of("surrogate-host", hosts, "host-probe-millis", "100"));
        settings.put(setting, value);
        return start(BrokerSettings.CONNECTION_LIMITS, settings);
    }

    /** A broker that knows both hosts' loads. The next question is asked when the last answer was read. */
    private URI startedBroker() {
        return started(startBroker());
    }

    private URI started(URI broker) {
        patiently().until(() -> one.questions.get() >= 2 && two.questions.get() >= 2);
        return broker;
    }

    private static String register(URI broker, String session) throws IOException {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE, "Banip-Route: forged");
            HttpWire.Head head = mbu.readHead();
            return head.status() + mbu.readBody(head).replaceFirst("(?s)^.*\"error\":\"([a-z-]+)\".*$|^.*$", " $1");
        }
    }

    private static String send(URI broker, String interconnect) throws IOException {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request(
                    "POST",
                    "interconnects/" + interconnect + "/data",
                    ALICE,
                    "Content-Type: application/vnd.banip.frames",
                    "Content-Length: 5");
            mbu.write("12345");
            HttpWire.Head head = mbu.readHead();
            return head.status() + mbu.readBody(head).replaceFirst("(?s)^.*\"error\":\"([a-z-]+)\".*$|^.*$", " $1");
        }
    }

    private static Optional<String> routeOf(Served host, int request) {
        return Optional.ofNullable(host.heads.get(request).fields().get("banip-route"));
    }

    @Test
    void newInterconnectGoesToTheLeastLoadedHostWhichIsToldItsName() throws Exception {
        one.interconnects.set(10);
        URI broker = startedBroker();
        for (int mbu = 0; mbu < 5; mbu++) {
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
        }
        assertThat(one.heads).isEmpty();
        assertThat(two.heads).hasSize(5);
        assertThat(routeOf(two, 0)).contains("two");
    }

    @Test
    void manyNewInterconnectsAreSpread() throws Exception {
        URI broker = startedBroker();
        for (int mbu = 0; mbu < 40; mbu++) {
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
        }
        assertThat(one.heads.size()).isBetween(10, 30);
        assertThat(two.heads).hasSize(40 - one.heads.size());
    }

    @Test
    void interconnectStaysOnItsHostWhicheverBrokerItComesBy() throws Exception {
        String session = Mbu.newSession();
        URI broker = startedBroker();
        for (int sent = 0; sent < 3; sent++) {
            assertThat(send(broker, session + "~two")).startsWith("200");
        }
        container.close();
        URI restarted = startBroker();
        assertThat(send(restarted, session + "~one")).startsWith("200");
        assertThat(send(restarted, session + "~two")).startsWith("200");
        assertThat(two.heads)
                .hasSize(4)
                .allSatisfy(head ->
                        assertThat(head.start()).isEqualTo("POST /host/interconnects/" + session + "/data HTTP/1.1"));
        assertThat(two.heads).allSatisfy(head -> assertThat(head.fields()).doesNotContainKey("banip-route"));
        assertThat(one.heads).hasSize(1);
    }

    @Test
    void sessionThatRegistersAgainStaysWhileItsHostLives() throws Exception {
        one.interconnects.set(10);
        String session = Mbu.newSession();
        URI broker = startedBroker();
        assertThat(register(broker, session)).startsWith("201");
        two.interconnects.set(500);
        int asked = two.questions.get();
        patiently().until(() -> two.questions.get() >= asked + 3);
        assertThat(register(broker, session)).startsWith("201");
        assertThat(two.heads).hasSize(2);
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
        assertThat(one.heads).hasSize(1);
    }

    @Test
    void unknownHostInTheUrlMeansToRegisterAgain() throws Exception {
        URI broker = startedBroker();
        String session = Mbu.newSession();
        for (String name : List.of(session, session + "~three", session + "~")) {
            assertThat(send(broker, name)).isEqualTo("404 unknown-interconnect");
        }
    }

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
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
            assertThat(one.heads).hasSize(1);
        } finally {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
        }
    }

    @Test
    void registrationThatItsHostRefusesGoesToTheOtherAndStaysThere() throws Exception {
        one.interconnects.set(10);
        two.full = true;
        String session = Mbu.newSession();
        URI broker = startedBroker();
        assertThat(register(broker, session)).startsWith("201");
        assertThat(routeOf(one, 0)).contains("one");
        two.full = false;
        assertThat(register(broker, session)).startsWith("201");
        assertThat(one.heads).hasSize(2);
        assertThat(two.heads).isEmpty();
        one.full = true;
        two.full = true;
        assertThat(register(broker, session)).isEqualTo("503 limit-reached");
    }

    @Test
    void hostThatCannotStoreLosesItsMbusToOneThatCan() throws Exception {
        one.interconnects.set(500);
        String session = Mbu.newSession();
        URI broker = startedBroker();
        assertThat(register(broker, session)).startsWith("201");
        assertThat(two.heads).hasSize(1);
        two.storing = false;
        patiently().until(() -> send(broker, session + "~two").equals("404 unknown-interconnect"));
        assertThat(register(broker, session)).startsWith("201");
        assertThat(routeOf(one, 0)).contains("one");
        two.storing = true;
        patiently().until(() -> send(broker, Mbu.newSession() + "~two").startsWith("200"));
    }

    /** They may share the database that fails: then it is the hosts that tell MBUs to wait. */
    @Test
    void hostsOfWhichNoneCanStoreAreUsed() throws Exception {
        one.storing = false;
        two.storing = false;
        URI broker = startedBroker();
        assertThat(send(broker, Mbu.newSession() + "~two")).startsWith("200");
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
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
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
        assertThat(one.heads).hasSize(1);
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

    @Test
    void busyHostKeepsItsMbusAndGetsNoNewOnes() throws Exception {
        one.interconnects.set(500);
        two.busy = true;
        URI broker = startedBroker();
        for (int mbu = 0; mbu < 3; mbu++) {
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
        }
        assertThat(one.heads).hasSize(3);
        assertThat(send(broker, Mbu.newSession() + "~two")).startsWith("200");
        host.goDown();
        patiently().until(() -> register(broker, Mbu.newSession()).startsWith("201"));
    }

    @Test
    void restartedBrokerLearnsFromStreamsWhereASessionIs() throws Exception {
        one.interconnects.set(500);
        String session = Mbu.newSession();
        URI broker = startedBroker();
        assertThat(send(broker, session + "~one")).startsWith("200");
        assertThat(register(broker, session)).startsWith("201");
        assertThat(routeOf(one, 1)).contains("one");
        assertThat(two.heads).isEmpty();
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

    /** At a host with another store, the MBU would be told that everything it sent is lost. */
    @Test
    void hostWithAnotherStoreGetsNoRegistrations() throws Exception {
        one.interconnects.set(500);
        two.store = "another";
        URI broker = startedBroker();
        for (int mbu = 0; mbu < 3; mbu++) {
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
        }
        assertThat(one.heads).hasSize(3);
        host.goDown();
        patiently().until(() -> register(broker, Mbu.newSession()).equals("502 host-unavailable"));
        assertThat(two.heads).isEmpty();
    }

    @Test
    void onlyHostIsNotAskedAndItsUrlsNameNoHost() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
        assertThat(routeOf(one, 0)).isEmpty();
        assertThat(one.questions).hasValue(0);
    }

    /** MBUs still hold the URLs. The host that is left serves its own sessions, and lets the others register again. */
    @Test
    void urlsOfSeveralHostsReachTheOnlyOneThatIsLeft() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        String session = Mbu.newSession();
        assertThat(send(broker, session + "~two")).startsWith("200");
        assertThat(one.heads.get(0).start()).isEqualTo("POST /host/interconnects/" + session + "/data HTTP/1.1");
    }
}

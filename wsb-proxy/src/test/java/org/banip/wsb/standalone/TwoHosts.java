package org.banip.wsb.standalone;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionFactory;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A broker between MBUs and two hosts, which answer as hosts do. */
abstract class TwoHosts extends StandaloneBroker {
    /** The shortest that can be set. */
    static final Duration SHORT_SILENCE = Duration.ofSeconds(1);

    static final String LIMIT_REACHED = "{\"error\":\"limit-reached\",\"message\":\"no room\"}";
    static final String NEVER = "86400000";

    TestHost second;
    final Served one = new Served();
    final Served two = new Served();

    /** What a host was asked, and how it answers. */
    static final class Served implements TestHost.Service {
        final List<HttpWire.Head> heads = new CopyOnWriteArrayList<>();
        final AtomicInteger questions = new AtomicInteger();
        final AtomicInteger interconnects = new AtomicInteger();
        volatile String store = "ward";
        volatile boolean refuses;
        volatile boolean silent;
        /** It answers the question for its load, and nothing else. */
        volatile boolean mute;

        final AtomicInteger unanswered = new AtomicInteger();
        volatile boolean busy;
        volatile boolean storing = true;
        /** It answers like a proxy whose host is dead. */
        volatile boolean absent;
        /** It does not know the question for its load. */
        volatile boolean old;
        /** It begins the answers of reverse channels, and writes nothing more. */
        volatile boolean streams;

        final AtomicReference<TestHost.Connection> stream = new AtomicReference<>();
        /** It takes no registrations. */
        volatile boolean full;

        @Override
        public void answer(TestHost.Connection connection, HttpWire.Head head) throws IOException {
            String body = connection.readBody(head);
            if (silent) {
                return;
            }
            if (mute && !head.start().startsWith("GET /host/interconnects HTTP")) {
                unanswered.incrementAndGet();
            } else if (streams && head.start().contains("/reverse ")) {
                stream.set(connection);
                connection.answerStream();
            } else if (absent) {
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

    static ConditionFactory patiently() {
        return HttpWire.await().ignoreExceptions();
    }

    URI startBroker() {
        return startBroker(HttpWire.PATIENCE);
    }

    URI startBroker(Duration silence) {
        return startBroker(
                "one=" + host.uri() + ",two=" + second.uri(), "host-silence-millis", Long.toString(silence.toMillis()));
    }

    /** A broker with these hosts and one more setting. */
    URI startBroker(String hosts, String setting, String value) {
        Map<String, String> settings = new HashMap<>(Map.of("surrogate-host", hosts, "host-probe-millis", "100"));
        settings.put(setting, value);
        return start(BrokerSettings.CONNECTION_LIMITS, settings);
    }

    /** A broker that knows both hosts' loads. The next question is asked when the last answer was read. */
    URI startedBroker() {
        return started(startBroker());
    }

    URI started(URI broker) {
        patiently().until(() -> one.questions.get() >= 2 && two.questions.get() >= 2);
        return broker;
    }

    static String register(URI broker, String session) throws IOException {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE, "Banip-Route: forged");
            HttpWire.Head head = mbu.readHead();
            return head.status() + mbu.readBody(head).replaceFirst("(?s)^.*\"error\":\"([a-z-]+)\".*$|^.*$", " $1");
        }
    }

    static String send(URI broker, String interconnect) throws IOException {
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

    static Optional<String> routeOf(Served host, int request) {
        return Optional.ofNullable(host.heads.get(request).fields().get("banip-route"));
    }
}

package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.banip.core.interconnect.Protocol;
import org.banip.server.client.UnreadAnswers;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections whose answers nobody reads hold no thread of the host, and not for long a place. */
@Timeout(240)
class UnreadAnswersTest {
    private static final int REQUESTS = 1500;
    /** As many as the host has threads, and some. */
    private static final int PAGE_LOADS = 20;

    private static final LivenessSettings BRIEF = new LivenessSettings(Duration.ofSeconds(1), 3, Duration.ofMinutes(2));

    @TempDir
    private Path directory;

    private RunningHost host;

    @BeforeEach
    void start() {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.liveness(BRIEF));
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void anMbuIsAcknowledgedWhileTwoOthersReadNoAcknowledgement() throws IOException {
        TestMbu fresh = TestMbu.of(host.base(), "fresh");
        fresh.register();
        long sent = 0;
        try (UnreadAnswers unread = new UnreadAnswers(host.base())) {
            for (int i = 0; i < 2; i++) {
                TestMbu mbu = new TestMbu(host.base());
                mbu.register();
                unread.pipeline(dataRequests(mbu));
            }
            while (unread.anyIsOpen()) {
                assertThat(fresh.send(sent, sent + 1).acknowledged()).containsExactly(sent + 1, 0L);
                sent++;
            }
        }
        assertThat(host.host().store().statistics().packets() - sent).isLessThan(2L * REQUESTS);
    }

    private byte[] dataRequests(TestMbu mbu) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (long sequence = 0; sequence < REQUESTS; sequence++) {
            byte[] body = Frames.body(2, TestMbu.packets(0, sequence, sequence + 1));
            all.write(ascii("POST /" + mbu.dataPath() + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                    + Protocol.FRAMES_TYPE + "\r\nContent-Length: " + body.length + "\r\n\r\n"));
            all.write(body);
        }
        return all.toByteArray();
    }

    /** Each kind alone would hold all threads. */
    @Test
    void thePageIsServedWhileTwentyConnectionsOfEachKindReadNothing() throws IOException {
        List<String> requests = List.of(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", // the page
                "GET /surrogates/" + UUID.randomUUID() + "/live HTTP/1.1\r\nHost: localhost\r\n\r\n", // a refusal
                "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n");
        try (UnreadAnswers unread = new UnreadAnswers(host.base())) {
            for (String request : requests) {
                byte[] many = ascii(request.repeat(REQUESTS));
                for (int i = 0; i < PAGE_LOADS; i++) {
                    unread.pipeline(many);
                }
            }
            do {
                try (HttpWire wire = new HttpWire(host.base())) {
                    assertThat(wire.exchange("GET", "").text()).endsWith("</html>\n");
                }
            } while (unread.anyIsOpen());
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

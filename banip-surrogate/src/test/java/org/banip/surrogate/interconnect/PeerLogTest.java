package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** An MBU does not fill the host's log. */
class PeerLogTest {
    private static final int GAPS = 1_000;

    @TempDir
    private Path directory;

    private final TestClock clock = new TestClock();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        log.start();
        logger().setLevel(Level.INFO);
        logger().addAppender(log);
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.clock(clock));
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        host.close();
        logger().detachAppender(log);
        logger().setLevel(null);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("org.banip.surrogate");
    }

    @Test
    void gapsAreLoggedOnceAMinute() throws IOException {
        List<Sequenced> gaps = new ArrayList<>();
        for (int i = 0; i < GAPS; i++) {
            gaps.add(TestMbu.gap(0, i, 1));
        }
        assertThat(mbu.send(Frames.body(2, gaps)).acknowledged()).containsExactly((long) GAPS, 0L);
        await().untilAsserted(() -> assertThat(lines("gap of")).hasSize(1));
        clock.pass(Duration.ofMinutes(1));
        assertThat(mbu.send(Frames.body(2, List.of(TestMbu.gap(0, GAPS, 1)))).status())
                .isEqualTo(200);
        await().untilAsserted(() -> assertThat(lines("gap of"))
                .hasSize(2)
                .last()
                .asString()
                .endsWith("; lines of this kind left out before: " + (GAPS - 1)));
    }

    @Test
    void faultyRequestsAreLoggedOnceAMinute() throws IOException {
        for (int i = 0; i < 50; i++) {
            assertThat(mbu.send(new byte[] {1, 2, 3}).status()).isEqualTo(400);
        }
        assertThat(lines("data request failed")).hasSize(1);
        clock.pass(Duration.ofMinutes(1));
        assertThat(mbu.send(new byte[] {1, 2, 3}).status()).isEqualTo(400);
        assertThat(lines("data request failed")).hasSize(2).last().asString().endsWith("before: 49");
    }

    @Test
    void refusedRegistrationsOfAnIdentityAreBounded() throws IOException {
        TestMbu other = TestMbu.of(host.base(), "other");
        for (int i = 0; i < 50; i++) {
            assertThat(mbu.post("{}").status()).isEqualTo(400);
        }
        assertThat(lines("registration refused")).hasSize(16);
        assertThat(other.post("{}").status()).isEqualTo(400);
        assertThat(lines("registration refused")).hasSize(17);
    }

    private List<String> lines(String what) {
        return new ArrayList<>(log.list)
                .stream()
                        .map(ILoggingEvent::getFormattedMessage)
                        .filter(line -> line.contains(what))
                        .toList();
    }
}

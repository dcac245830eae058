package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.banip.core.frame.Control;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.api.PathStatistics;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the host counts for each path of a session, over real connections. */
class SessionPathsTest {
    private static final int GROUPS = TestMbu.BAN.groups().size();

    @TempDir
    private Path directory;

    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void packetsAndRepetitionsCountForThePathThatBroughtThem() throws IOException {
        byte[] first = Frames.body(GROUPS, TestMbu.packets(0, 0, 2));
        mbu.onPath("lte").send(new byte[0]);
        mbu.onPath("wifi").send(first);
        mbu.onPath("lte").send(2, 5);
        mbu.onPath("wifi").send(1, 2);
        mbu.onPath("wifi").send(3, 6);

        assertThat(path("wifi")).isEqualTo(statistics("wifi", path("wifi").bodyBytes(), 6, 1, 2, 0));
        assertThat(path("lte")).isEqualTo(statistics("lte", path("lte").bodyBytes(), 3, 0, 0, 0));
        assertThat(path("wifi").bodyBytes()).isGreaterThan(2L * first.length);
    }

    @Test
    void whatComesOutOfOrderByAnotherPathIsLostWhenTheConnectionOfItsPathEnds() throws IOException {
        try (ReverseWire reverse = mbu.reverse();
                HttpWire wifi = mbu.onPath("wifi").beginData();
                HttpWire lte = mbu.onPath("lte").beginData()) {
            wifi.chunk(body(0, 2));
            reverse.awaitAcknowledged(0, 2);
            lte.chunk(Frames.body(GROUPS, List.of(packet(4), packet(2), packet(3))));
            reverse.awaitAcknowledged(0, 5);
            assertThat(path("wifi").lost()).isZero();

            wifi.reset();

            await().until(() -> path("wifi").openDataRequests() == 0);
            assertThat(path("wifi").lost()).isEqualTo(2);
            assertThat(path("lte").lost()).isZero();
            assertThat(path("lte").openDataRequests()).isEqualTo(1);
        }
    }

    @Test
    void whatThePathBringsLateIsRedundantAndNotLost() throws IOException {
        try (ReverseWire reverse = mbu.reverse();
                HttpWire wifi = mbu.onPath("wifi").beginData();
                HttpWire lte = mbu.onPath("lte").beginData()) {
            wifi.chunk(body(0, 1));
            reverse.awaitAcknowledged(0, 1);
            lte.chunk(Frames.body(GROUPS, List.of(packet(2), packet(1))));
            reverse.awaitAcknowledged(0, 3);

            wifi.chunk(body(1, 2));
            wifi.endBody();

            assertThat(wifi.answer().status()).isEqualTo(200);
            await().until(() -> path("wifi").openDataRequests() == 0);
            assertThat(path("wifi").redundant()).isEqualTo(1);
            assertThat(path("wifi").lost()).isZero();
        }
    }

    @Test
    void delayIsThatAboveTheFastestPath() throws IOException {
        long now = System.currentTimeMillis() * 1_000_000;
        long minutes = 600_000_000_000L; // far more than the test takes
        assertThat(path("wifi")).isNull();
        mbu.onPath("wifi").send(Frames.of(new Control.TimeRequest(now)));
        mbu.onPath("lte").send(Frames.of(new Control.TimeRequest(now - minutes)));

        assertThat(path("wifi").delayNanos()).hasValue(0);
        assertThat(path("lte").delayNanos().orElseThrow()).isBetween(minutes / 2, 2 * minutes);
        mbu.onPath("lte").send(Frames.of(new Control.TimeRequest(now - 24 * 3_600_000_000_000L)));
        assertThat(path("lte").delayNanos().orElseThrow())
                .as("a clock that was set")
                .isLessThan(2 * minutes);
        mbu.send(0, 1);
        assertThat(path("unnamed").delayNanos()).isEmpty();
    }

    @Test
    void namesAreBoundedAndAWrongOneIsNoName() throws IOException {
        for (String name : List.of("WiFi", "a b", "x".repeat(33), "")) {
            assertThat(mbu.onPath(name).send(0, 1).status()).isEqualTo(200);
        }
        assertThat(paths()).extracting(PathStatistics::name).containsExactly("unnamed");

        for (int n = 0; n < 20; n++) {
            mbu.onPath("path-" + n).send(0, 1);
        }

        assertThat(paths())
                .hasSize(17)
                .extracting(PathStatistics::name)
                .startsWith("unnamed", "path-0")
                .endsWith("path-14", "other");
        assertThat(path("other").packets()).isEqualTo(5);
    }

    private List<PathStatistics> paths() {
        return host.surrogate(mbu.session()).statistics().paths();
    }

    private PathStatistics path(String name) {
        return paths().stream()
                .filter(path -> path.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static PathStatistics statistics(
            String name, long bytes, long packets, long again, long redundant, long lost) {
        return new PathStatistics(
                name, 0, bytes, packets, again, redundant, lost, OptionalLong.empty(), OptionalLong.empty());
    }

    private static byte[] body(long from, long to) {
        return Frames.body(GROUPS, TestMbu.packets(0, from, to));
    }

    private static Sequenced packet(long sequence) {
        return TestMbu.packet(0, sequence);
    }
}

package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.core.packet.Packet;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.ReorderLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What suspended requests wait for, hold, and how long they may (docs/protocol.md, section 6). */
class SilenceTest {
    private static final int GROUPS = TestMbu.BAN.groups().size();
    private static final LivenessSettings LIVENESS =
            new LivenessSettings(Duration.ofSeconds(5), 3, Duration.ofHours(1));
    private static final Duration SILENT = LIVENESS.silentAfter().plusMillis(1);

    @TempDir
    private Path directory;

    private final TestClock clock = new TestClock();
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.clock(clock)
                        .liveness(LIVENESS)
                        .limits(HostLimits.builder()
                                .heldBytesPerIdentity(400_000)
                                .build())
                        .reorder(new ReorderLimits(64, 1 << 20, Duration.ofMinutes(1))));
        mbu = new TestMbu(host.base());
        ReorderWindow window = new ReorderWindow(1 << 20, Duration.ofSeconds(20));
        assertThat(mbu.post(mbu.registration().toBuilder()
                                .reorder(Optional.of(window))
                                .build()
                                .toJson())
                        .status())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void silenceDoesNotCountForAMissingNumber() throws IOException {
        try (HttpWire data = mbu.beginDuplex()) {
            ReverseWire reverse = new ReverseWire(data);
            fallSilentWithEarly(data, TestMbu.packets(0, 1, 3));
            clock.pass(Duration.ofSeconds(50));
            data.chunk(Frames.body(GROUPS, TestMbu.packets(1, 0, 1)));
            reverse.awaitAcknowledged(1, 1);
            clock.pass(LIVENESS.keepAlive());
            data.chunk(Frames.body(GROUPS, TestMbu.packets(1, 1, 2)));
            reverse.awaitAcknowledged(1, 2);
            clock.pass(LIVENESS.keepAlive());
            data.chunk(Frames.body(GROUPS, TestMbu.packets(0, 0, 1)));
            reverse.awaitAcknowledged(0, 3);
        }
    }

    @Test
    void suspendedRequestsEndAfterTwoMinutes() throws IOException {
        try (HttpWire data = mbu.beginData()) {
            fallSilentWithEarly(data, TestMbu.packets(0, 1, 3));
            clock.pass(Duration.ofSeconds(110));
            assertThat(statistics().openDataRequests()).isOne();
            clock.pass(Duration.ofSeconds(20));
            assertThat(data.answer().error()).isEqualTo("silent");
            await().until(() -> statistics().groups().get(0).waiting() == 0);
        }
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    @Test
    void suspendedRequestsGiveUpTheirMemoryWhenAnotherBanNeedsIt() throws IOException {
        List<Packet> early = early(4000);
        TestMbu other = new TestMbu(host.base());
        other.register();
        try (HttpWire data = mbu.beginData()) {
            fallSilentWithEarly(data, early);
            assertThat(other.send(Frames.body(GROUPS, early)).error()).isEqualTo("too-much-held");
            clock.pass(LIVENESS.keepAlive());
            assertThat(data.answer().error()).isEqualTo("silent");
        }
    }

    @Test
    void requestsThatHoldMuchMemoryAreNotSuspended() throws IOException {
        try (HttpWire data = mbu.beginData()) {
            fallSilentWithEarly(data, early(5000));
            assertThat(data.answer().error()).isEqualTo("silent");
            await().until(() -> statistics().groups().get(0).waiting() == 0);
        }
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    /** 60 packets of this many bytes, and not the first one. */
    private static List<Packet> early(int bytes) {
        List<Packet> early = new ArrayList<>();
        for (int sequence = 1; sequence <= 60; sequence++) {
            early.add(Packet.of(TestMbu.packet(0, sequence).header(), new byte[bytes]));
        }
        return early;
    }

    private void fallSilentWithEarly(HttpWire data, List<Packet> early) throws IOException {
        data.chunk(Frames.body(GROUPS, early));
        await().until(() -> statistics().groups().get(0).waiting() == early.size());
        clock.pass(SILENT);
        await().until(() -> host.surrogate(mbu.session()).state() == SurrogateState.SILENT);
    }

    private SurrogateStatistics statistics() {
        return host.surrogate(mbu.session()).statistics();
    }
}

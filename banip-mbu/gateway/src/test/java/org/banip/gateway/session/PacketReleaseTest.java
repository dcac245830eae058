package org.banip.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the messages of a group leave, on a clock of the test. */
class PacketReleaseTest {
    private static final long MILLI = 1_000_000L;

    private final List<Long> flushed = new ArrayList<>();
    private final List<Long> dueNanos = new ArrayList<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private long now = Long.MAX_VALUE; // a clock that overflows soon
    private final long begin = now;
    private final PacketRelease release = new PacketRelease(
            () -> flushed.add((now - begin) / MILLI),
            PacketRelease.PAUSE_NANOS,
            (nanos, task) -> {
                dueNanos.add(now + nanos);
                tasks.add(task);
            },
            () -> now);

    /** Lets the time pass, with the tasks that become due. */
    private void pass(long millis) {
        long until = now + millis * MILLI;
        while (!tasks.isEmpty() && dueNanos.get(0) - until <= 0) {
            now = dueNanos.remove(0);
            tasks.remove(0).run();
        }
        now = until;
    }

    @Test
    void aMessageAfterAPauseLeavesAtOnce() {
        release.taken();
        pass(1000);
        release.taken();
        pass(5000);
        release.taken();
        assertThat(flushed).containsExactly(0L, 1000L, 6000L);
        assertThat(tasks).isEmpty();
    }

    @Test
    void messagesThatComeFastShareAPacketASecond() {
        for (int n = 0; n < 300; n++) {
            release.taken();
            pass(10);
        }
        assertThat(flushed).containsExactly(0L, 1000L, 2000L, 3000L);
        pass(10_000);
        assertThat(flushed).as("nothing more was taken").hasSize(4);
    }

    @Test
    void theLastMessageOfABurstLeavesWithinASecond() {
        release.taken();
        pass(400);
        release.taken();
        pass(10_000);
        assertThat(flushed).containsExactly(0L, 1000L);
    }
}

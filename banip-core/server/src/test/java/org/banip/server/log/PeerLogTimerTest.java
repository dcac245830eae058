package org.banip.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a log with a timer tells of lines that it left out, on a clock of the test. */
class PeerLogTimerTest {
    private final List<String> lines = new ArrayList<>();
    private final List<Long> dueNanos = new ArrayList<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(90); // a clock that overflows soon
    private final PeerLog log = PeerLog.ofAnybody(() -> now, (nanos, task) -> {
        dueNanos.add(now + nanos);
        tasks.add(task);
    });

    /** Lets the time pass, with the tasks that become due. */
    private void pass(long seconds) {
        long until = now + TimeUnit.SECONDS.toNanos(seconds);
        while (!tasks.isEmpty() && dueNanos.get(0) - until <= 0) {
            now = dueNanos.remove(0);
            tasks.remove(0).run();
        }
        now = until;
    }

    private void happen(String kind, String peer, int first, int last) {
        for (int n = first; n <= last; n++) {
            String line = kind + " " + n;
            log.happened(kind, peer, end -> lines.add(line + end));
        }
    }

    @Test
    void theLastLineThatWasLeftOutIsLoggedWhenTheMinuteIsOverThoughNoOtherOneFollows() {
        happen("a", "peer", 1, 10);
        pass(20);
        happen("a", "peer", 11, 13);
        assertThat(lines).hasSize(10).last().isEqualTo("a 10");
        pass(39);
        assertThat(lines).hasSize(10);
        pass(1);
        assertThat(lines).hasSize(11).last().isEqualTo("a 13; lines of this kind left out before: 2");
        pass(600);
        assertThat(lines).hasSize(11);
        assertThat(tasks).isEmpty();
    }

    @Test
    void aLineThatFollowsTellsTheNumberOnce() {
        happen("a", "peer", 1, 12);
        now += TimeUnit.SECONDS.toNanos(60); // the timer is late
        happen("a", "peer", 13, 13);
        assertThat(lines).hasSize(11).last().isEqualTo("a 13; lines of this kind left out before: 2");
        pass(600);
        assertThat(lines).hasSize(11);
        assertThat(tasks).isEmpty();
    }

    @Test
    void eachKindAndMinuteHasALineOfItsOwn() {
        for (int minute = 0; minute < 3; minute++) {
            happen("a", "peer", 1, 11);
            happen("b", "peer", 1, 14);
            pass(60);
        }
        // The line at the end of a minute is the first one of the next.
        assertThat(lines)
                .filteredOn(line -> line.contains("left out"))
                .containsExactly(
                        "b 14; lines of this kind left out before: 3",
                        "a 11; lines of this kind left out before: 1",
                        "b 14; lines of this kind left out before: 4",
                        "a 11; lines of this kind left out before: 1",
                        "b 14; lines of this kind left out before: 4");
        assertThat(lines).filteredOn("a 11"::equals).hasSize(1);
    }
}

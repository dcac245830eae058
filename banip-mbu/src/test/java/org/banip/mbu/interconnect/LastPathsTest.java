package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long the end waits for paths that do not end. */
class LastPathsTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> stopped = new ArrayList<>();
    private long nanos;

    /** A path that ends after a time, or never, unless it is stopped. */
    private final class Slow implements LastPaths.Path {
        private final String name;
        private final boolean answers;
        private final long roundTripNanos;
        private final long endsAtNanos;

        Slow(String name, boolean answers, long roundTripNanos, long endsAtNanos) {
            this.name = name;
            this.answers = answers;
            this.roundTripNanos = roundTripNanos;
            this.endsAtNanos = endsAtNanos;
        }

        @Override
        public boolean answers() {
            return answers;
        }

        @Override
        public long roundTripNanos() {
            return roundTripNanos;
        }

        @Override
        public boolean awaitEnd(long most) {
            long until = Math.min(nanos + most, Math.max(nanos, endsAtNanos));
            nanos = until;
            return endsAtNanos <= until;
        }

        @Override
        public void stop() {
            stopped.add(name);
        }
    }

    private Slow never(String name, boolean answers, long roundTripNanos) {
        return new Slow(name, answers, roundTripNanos, Long.MAX_VALUE);
    }

    private void end(Slow... paths) throws InterruptedException {
        new LastPaths(() -> nanos).end(List.of(paths));
    }

    @Test
    void pathsThatDoNotEndAreWaitedForTogether() throws Exception {
        end(never("a", true, 0), never("b", true, SECOND / 10), never("c", true, 0), never("d", true, SECOND));
        assertThat(stopped).containsExactly("a", "b", "c", "d");
        assertThat(nanos).isEqualTo(3 * SECOND);
    }

    @Test
    void aSilentPathIsNotWaitedFor() throws Exception {
        end(never("a", false, 10 * SECOND), never("b", false, 0));
        assertThat(stopped).containsExactly("a", "b");
        assertThat(nanos).isZero();
    }

    @Test
    void aPathThatEndsInTimeIsNotStopped() throws Exception {
        end(never("a", true, 0), new Slow("b", true, SECOND, 2 * SECOND), new Slow("c", true, 0, SECOND / 2));
        assertThat(stopped).containsExactly("a");
        assertThat(nanos).isEqualTo(2 * SECOND);
    }
}

package org.banip.measure.faults;

import java.time.Duration;
import java.util.Locale;

/**
 * One fault of a round. Immutable.
 *
 * @param at from the beginning of the round to its begin
 * @param lasts from its begin to its end; zero if it has none
 * @param amount of {@code DAMAGE}: bits that flip; of {@code CLOCK}: milliseconds by which it jumps
 */
record Fault(FaultKind kind, Place place, Duration at, Duration lasts, long amount) {
    private static final double MILLI = 1000;

    /** What is counted together in the summary. */
    String name() {
        return kind + " " + place;
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / MILLI);
    }

    @Override
    public String toString() {
        String how = switch (kind) {
            case DAMAGE -> ", " + amount + " bits in " + seconds(lasts);
            case CLOCK ->
                String.format(Locale.ROOT, ", %+d s", Duration.ofMillis(amount).toSeconds());
            case RESET -> "";
            default -> " for " + seconds(lasts);
        };
        return seconds(at) + " " + name() + how;
    }
}

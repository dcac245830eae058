package org.banip.mbu.broker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.text.Counted;
import org.banip.mbu.settings.FailoverSettings;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the MBU returns to a broker that it has left, or could not reach, and would prefer: when that one was reachable and near enough at each
 * look for some time. The time grows if the broker fails soon after a return. The thread {@code banip-brokers}.
 */
final class WayBack {
    private static final int MOST_PATIENCE = 16;

    private final FailoverSettings settings;
    private @Nullable Candidate better;
    private long betterSinceNanos;
    private int patience = 1;
    /** Whether the present broker was chosen because it was preferred. */
    private boolean returned;

    private long chosenAtNanos;

    WayBack(FailoverSettings settings) {
        this.settings = settings;
    }

    /** Another broker is used. */
    void chosen(Candidate next, long nowNanos) {
        returned = better == next;
        chosenAtNanos = nowNanos;
        better = null;
    }

    /** The broker that is used has failed. */
    void failed(long nowNanos) {
        if (returned && nowNanos - chosenAtNanos < settings.returnAfter().toNanos()) {
            patience = Math.min(MOST_PATIENCE, patience * 2);
        }
    }

    /** Those to look for, also if they have refused the MBU and are not asked for some time. */
    List<Candidate> missed(List<Candidate> ranked, @Nullable Candidate present) {
        if (settings.returnAfter().isZero()) {
            return List.of();
        }
        return ranked.stream()
                .filter(candidate -> candidate != present && candidate.missed)
                .filter(candidate -> present == null || !ranked.contains(present) || candidate.outranks(present))
                .collect(Collectors.toList());
    }

    /**
     * Looks at the times that it takes to connect.
     *
     * @return to which broker the MBU returns now
     */
    Optional<Candidate> looked(Map<Candidate, Duration> times, @Nullable Candidate present, long nowNanos) {
        if (returned && nowNanos - chosenAtNanos >= settings.returnAfter().toNanos()) {
            patience = 1; // the return has lasted
        }
        Candidate best = best(times);
        if (best == null || best == present) {
            times.keySet().stream()
                    .filter(each -> each != present)
                    .forEach(each -> each.missed = false); // it is there, and farther
            better = null;
        } else if (better != best) {
            better = best;
            betterSinceNanos = nowNanos;
        }
        boolean longEnough = nowNanos - betterSinceNanos >= needed().toNanos();
        return Optional.ofNullable(better).filter(any -> longEnough);
    }

    private Duration needed() {
        return settings.returnAfter().multipliedBy(patience);
    }

    /** Why the MBU returns, for people. */
    String reason() {
        return "the preferred broker has been reachable for " + Counted.seconds(needed());
    }

    /** The first in rank, unless another one of its priority is nearer by more than the head start for each place. */
    private @Nullable Candidate best(Map<Candidate, Duration> times) {
        Candidate best = null;
        Duration bestTime = Duration.ZERO;
        for (Map.Entry<Candidate, Duration> each : times.entrySet()) {
            Candidate candidate = each.getKey();
            Duration time = each.getValue().plus(settings.headStart().multipliedBy(candidate.place));
            boolean wins = best == null
                    || candidate.priority < best.priority
                    || (candidate.priority == best.priority && time.compareTo(bestTime) < 0);
            if (wins) {
                best = candidate;
                bestTime = time;
            }
        }
        return best;
    }
}

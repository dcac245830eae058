package org.banip.mbu.broker;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.text.Counted;
import org.banip.mbu.settings.FailoverSettings;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the MBU returns to a broker that it has left, or could not reach, and would prefer: when that one was reachable at each look for some
 * time, and near enough at the fastest of them. The time grows if the broker fails soon after a return. The thread {@code banip-brokers}.
 */
final class WayBack {
    private static final int MOST_PATIENCE = 16;

    private final FailoverSettings settings;
    /** What the last looks have seen of the brokers that were reached at each of them, the present one included. */
    private final Map<Candidate, Looks> looks = new HashMap<>();

    private @Nullable Candidate better;
    private Optional<String> news = Optional.empty();
    private int patience = 1;
    /** Whether the present broker was chosen because it was preferred. */
    private boolean returned;

    private long chosenAtNanos;

    /** A broker was reached at each look since a time. One look may be slow because the machine or a network is busy: the shortest time counts. */
    private static final class Looks {
        private final long sinceNanos;
        private Duration shortest;

        Looks(long sinceNanos, Duration first) {
            this.sinceNanos = sinceNanos;
            shortest = first;
        }

        void took(Duration time) {
            shortest = time.compareTo(shortest) < 0 ? time : shortest;
        }
    }

    WayBack(FailoverSettings settings) {
        this.settings = settings;
    }

    /** Another broker is used. */
    void chosen(Candidate next, long nowNanos) {
        returned = better == next;
        chosenAtNanos = nowNanos;
        better = null;
        looks.clear();
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
        looks.keySet().retainAll(times.keySet()); // what was not reached begins anew
        times.forEach((candidate, time) -> looks.computeIfAbsent(candidate, any -> new Looks(nowNanos, time))
                .took(time));
        Candidate before = better;
        Candidate best = best();
        better = best == present ? null : best;
        if (better == null) {
            looks.keySet().stream()
                    .filter(each -> each != present && isLongEnough(each, nowNanos))
                    .forEach(this::leaveAlone);
        } else if (better != before) {
            news = Optional.of(better.base + " can be reached; it is used again if that stays so for "
                    + Counted.seconds(needed()));
        }
        return Optional.ofNullable(better).filter(each -> isLongEnough(each, nowNanos));
    }

    private boolean isLongEnough(Candidate candidate, long nowNanos) {
        Looks reached = looks.get(candidate);
        return reached != null && nowNanos - reached.sinceNanos >= needed().toNanos();
    }

    /** It is there, and the present one is nearer: it is not looked for any more. */
    private void leaveAlone(Candidate candidate) {
        candidate.missed = false;
        news = Optional.of(candidate.base + " can be reached, but is farther than the present one, which stays");
    }

    /** What the last look has found, for people; said once. */
    Optional<String> news() {
        Optional<String> said = news;
        news = Optional.empty();
        return said;
    }

    private Duration needed() {
        return settings.returnAfter().multipliedBy(patience);
    }

    /** Why the MBU returns, for people. */
    String reason() {
        return "the preferred broker has been reachable for " + Counted.seconds(needed());
    }

    /** The first in rank, unless another one of its priority is nearer by more than the head start for each place. */
    private @Nullable Candidate best() {
        Candidate best = null;
        Duration bestTime = Duration.ZERO;
        for (Map.Entry<Candidate, Looks> each : looks.entrySet()) {
            Candidate candidate = each.getKey();
            Duration time = each.getValue().shortest.plus(settings.headStart().multipliedBy(candidate.place));
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

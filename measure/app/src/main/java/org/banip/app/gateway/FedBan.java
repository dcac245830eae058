package org.banip.app.gateway;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.banip.gateway.session.BanIntake;
import org.banip.gateway.session.SampleIntake;
import org.jspecify.annotations.Nullable;

/** Gives the sessions of one BAN to a run of its MBU: of each group the older sessions first, each as far as the store has it. One thread. */
final class FedBan {
    /** When to call again. */
    enum Next {
        /** When something was committed. */
        WOKEN,
        /** Later, to see whether there is room. */
        ROOM,
        /** Soon, to see what is safe or whether there is room. */
        SOON,
        /** At once. */
        NOW,
        /** When the position was written. */
        WRITTEN
    }

    private final String id;
    private final SampleIntake intake;
    private final Runnable wake;
    private @Nullable BanIntake run;

    FedBan(String id, SampleIntake intake, Runnable wake) {
        this.id = id;
        this.intake = intake;
        this.wake = wake;
    }

    /** Gives what the store has, up to a bound. The older sessions come first. */
    Next give(List<FedSession> sessions) {
        Next next = Next.WOKEN;
        Set<String> waiting = new HashSet<>();
        Map<String, Integer> behind = behind(sessions);
        for (FedSession session : sessions) {
            boolean newest = session == sessions.get(sessions.size() - 1);
            if (!newest && session.rests()) {
                continue;
            }
            long[] ends = session.ends();
            if (session.isSafe(ends)) {
                if (!newest) {
                    session.rest(); // most likely nothing follows
                }
                continue;
            }
            switch (session.agreement(intake, wake)) {
                case AGREED -> {
                    BanIntake before = run;
                    Optional<BanIntake> current = running(sessions);
                    if (current.isEmpty() || before != null && before != run) {
                        return Next.SOON; // to the next run again, the oldest session first
                    }
                    next = later(next, give(session, ends, current.get(), waiting, behind));
                    if (run == null) {
                        sessions.forEach(FedSession::rewind);
                        return Next.SOON;
                    }
                }
                case REFUSED -> next = later(next, Next.WOKEN);
                default -> {
                    return later(next, Next.SOON); // younger sessions wait for it
                }
            }
        }
        return next;
    }

    /** A younger session must not push out of the gateway's marks what an older one may have to give again. */
    private static Map<String, Integer> behind(List<FedSession> sessions) {
        Map<String, Integer> behind = new HashMap<>();
        for (FedSession session : sessions) {
            session.groups().forEach(group -> behind.merge(group.name(), group.behind(), Integer::sum));
        }
        return behind;
    }

    private static Next later(Next one, Next other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private Optional<BanIntake> running(List<FedSession> sessions) {
        BanIntake current = run;
        if (current == null || current.hasEnded()) {
            sessions.forEach(FedSession::rewind);
            run = intake.running(id).orElse(null);
        }
        return Optional.ofNullable(run);
    }

    /**
     * Gives a session.
     *
     * @param waiting names of groups of which an older session has more to give
     * @param behind what all sessions together have behind the written positions, by name of the group
     */
    private Next give(FedSession session, long[] ends, BanIntake to, Set<String> waiting, Map<String, Integer> behind) {
        Next next = Next.WOKEN;
        List<FedGroup> groups = session.groups();
        for (int g = 0; g < Math.min(ends.length, groups.size()); g++) {
            FedGroup group = groups.get(g);
            int others = behind.getOrDefault(group.name(), 0) - group.behind();
            FedGroup.Result result =
                    waiting.contains(group.name()) ? FedGroup.Result.NO_ROOM : group.give(to, ends[g], others);
            behind.put(group.name(), others + group.behind());
            if (result == FedGroup.Result.ENDED) {
                run = null;
                return Next.SOON;
            }
            if (result != FedGroup.Result.DONE) {
                waiting.add(group.name());
            }
            next = later(next, next(result, group));
        }
        return next;
    }

    private static Next next(FedGroup.Result result, FedGroup group) {
        return switch (result) {
            case MORE -> Next.NOW;
            case UNWRITTEN -> Next.WRITTEN;
            case NO_ROOM -> group.isUnderWay() ? Next.SOON : Next.ROOM;
            default -> group.isUnderWay() ? Next.SOON : Next.WOKEN;
        };
    }
}

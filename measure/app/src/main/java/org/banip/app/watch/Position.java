package org.banip.app.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.Reduction;

/**
 * How far a subscriber has got with a session. One that begins with what is live goes on with what is live after a break, and from its position after
 * a restart of the host. Any thread.
 */
final class Position {
    private final boolean live;
    /** Per group the sequence number that comes next. */
    private final long[] next;

    private Position(boolean live, long[] next) {
        this.live = live;
        this.next = next;
    }

    /**
     * A position.
     *
     * @param id of the last event; empty for what is live; {@link LiveSource#BEGINNING}
     * @param wanted what of the BAN is wanted; the position is in the sequence numbers of that
     * @param atHost what came of each of the BAN's groups
     */
    static Position of(String id, BanDescription ban, Reduction wanted, List<GroupStatistics> atHost) {
        long[] begin = begin(ban, wanted, atHost);
        if (id.isEmpty()) {
            return new Position(true, begin);
        }
        return new Position(false, id.equals(LiveSource.BEGINNING) ? new long[begin.length] : parsed(id, begin.length));
    }

    /** Per group that is wanted, what comes next. A reduced feed has numbers of its own. */
    private static long[] begin(BanDescription ban, Reduction wanted, List<GroupStatistics> atHost) {
        List<Long> whole = atHost.stream().map(GroupStatistics::nextSequence).toList();
        List<Long> next = wanted.isNone() ? whole : ReducedBan.of(ban, wanted).numbersAt(whole);
        return next.stream().mapToLong(Long::longValue).toArray();
    }

    private static long[] parsed(String id, int groups) {
        String[] numbers = id.split(",", -1);
        if (numbers.length != groups) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "id " + Quoted.of(id) + " has not a number for each of " + groups + " groups");
        }
        return Arrays.stream(numbers).mapToLong(Long::parseLong).toArray();
    }

    synchronized void took(int group, long nextSequence) {
        next[group] = Math.max(next[group], nextSequence);
    }

    synchronized StartPoint start() {
        List<Long> from = new ArrayList<>();
        for (long each : next) {
            from.add(each);
        }
        return live ? StartPoint.now() : StartPoint.at(from);
    }

    /** The id of the last event. */
    synchronized String id() {
        return Arrays.stream(next).mapToObj(Long::toString).collect(Collectors.joining(","));
    }
}

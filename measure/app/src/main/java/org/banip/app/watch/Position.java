package org.banip.app.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.StartPoint;

/** How far a subscriber has got with a session that it wants without a hole; nothing if it wants what is live. Any thread. */
final class Position {
    private final boolean live;
    /** Per group the sequence number that comes next. */
    private final long[] next;

    /**
     * A position.
     *
     * @param id of the last event; empty for what is live; {@link LiveSource#BEGINNING}
     */
    Position(String id, int groups) {
        live = id.isEmpty();
        next = live || id.equals(LiveSource.BEGINNING) ? new long[groups] : parsed(id, groups);
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

    /** The id of the last event; empty for what is live. */
    synchronized String id() {
        return live ? "" : Arrays.stream(next).mapToObj(Long::toString).collect(Collectors.joining(","));
    }
}

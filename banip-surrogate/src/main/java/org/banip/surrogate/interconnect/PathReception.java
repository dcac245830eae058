package org.banip.surrogate.interconnect;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.PathStatistics;
import org.jspecify.annotations.Nullable;

/** What came by one path of an interconnect, and whether it is in use. Owned by the interconnect's serial executor. */
final class PathReception {
    /** While packets came within this time, the path is in use (docs/protocol.md, section 4.3). */
    private static final long IN_USE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final String name;
    private final PathTotals.Total total;
    /** Its place among the paths of the interconnect, from 0 on. */
    private final int number;

    private int open;
    private long lastNanos;
    /** Whether a packet or gap has shown that the MBU uses it, and when the last one did. */
    private boolean used;

    private long lastPacketNanos;
    private long bytes;
    private long packets;
    private long again;
    private long redundant;
    private long lost;
    /** Came by other paths, and this one may still bring it. */
    private long missing;

    /** Whether the MBU foresees its end, and when it should be left. */
    private boolean endForeseen;

    private long leftFromNanos;

    private boolean delayKnown;
    private long delayNanos;

    PathReception(String name, PathTotals.Total total, int number) {
        this.name = name;
        this.total = total;
        this.number = number;
    }

    String name() {
        return name;
    }

    int number() {
        return number;
    }

    /** A data request began. */
    void begun(long nowNanos) {
        open++;
        total.begun.increment();
        lastNanos = nowNanos;
    }

    /** One ended. With the last one, what this path may have lost is lost. */
    void ended() {
        open--;
        endForeseen &= open > 0;
        loseIfEnded();
    }

    private void loseIfEnded() {
        if (open == 0) {
            lost += missing;
            total.lost.add(missing);
            missing = 0;
        }
    }

    /** Bytes of a body came. */
    void took(int length, long nowNanos) {
        bytes += length;
        total.bytes.add(length);
        lastNanos = nowNanos;
    }

    /** When the last bytes came, or a request began. */
    long lastNanos() {
        return lastNanos;
    }

    /** Whether a packet or gap came by it lately. */
    boolean isInUse(long nowNanos) {
        return used && nowNanos - lastPacketNanos < IN_USE_NANOS;
    }

    /** Whether it brought a packet or gap, and the other path none later; null is a path that brought none. */
    boolean isLaterThan(@Nullable PathReception other) {
        return used && (other == null || !other.used || lastPacketNanos - other.lastPacketNanos > 0);
    }

    boolean isOpen() {
        return open > 0;
    }

    /** The MBU has told when the path is to be left. What has no name of its own may be several paths. */
    void ends(Control.PathEnd told, long nowNanos) {
        boolean several = name.equals(PathTotals.UNNAMED) || name.equals(PathTotals.OTHER);
        endForeseen = !several && told.millis() < Control.PathEnd.NO_END_MILLIS;
        leftFromNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(told.millis());
    }

    /** Whether it should not be used any more. */
    boolean isLeft(long nowNanos) {
        return endForeseen && nowNanos - leftFromNanos >= 0;
    }

    /**
     * A packet or gap came, with the last bytes.
     *
     * @param byMbu whether the MBU has surely sent it now
     */
    void came(boolean byMbu) {
        packets++;
        if (byMbu) {
            used = true;
            lastPacketNanos = lastNanos;
        }
        total.packets.increment();
    }

    /** It had come by this path before. */
    void cameAgain() {
        again++;
        total.again.increment();
    }

    /** It had come by another path before. */
    void cameLate() {
        redundant++;
        total.redundant.increment();
        missing = Math.max(0, missing - 1);
    }

    /** Another path brought what this one should have brought. */
    void missed() {
        missing++;
        loseIfEnded();
    }

    /** A time request came, by this much later than the fastest one. */
    void delayed(long nanos) {
        delayKnown = true;
        delayNanos = nanos;
        total.delays.increment();
        total.delayNanos.add(nanos);
    }

    PathStatistics statistics(long nowNanos, long patienceNanos) {
        long silent = nowNanos - lastNanos;
        return new PathStatistics(
                name,
                open,
                bytes,
                packets,
                again,
                redundant,
                lost,
                isOpen() && silent > patienceNanos ? OptionalLong.of(silent) : OptionalLong.empty(),
                delayKnown ? OptionalLong.of(delayNanos) : OptionalLong.empty());
    }
}

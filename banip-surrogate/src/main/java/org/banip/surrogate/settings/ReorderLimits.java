package org.banip.surrogate.settings;

import java.time.Duration;
import org.banip.core.interconnect.ReorderWindow;

/**
 * How much of one session may wait for earlier numbers.
 *
 * @param packets how many packets ahead of the next expected one are accepted, per group; 1 to 1,048,576
 * @param bytes the most for an MBU that wants a window in bytes and time, all its groups together; 64 KiB to 1 GiB
 * @param time the longest that such an MBU may make the host wait for one number; 1 ms to an hour
 */
public record ReorderLimits(int packets, int bytes, Duration time) {
    /** 64 packets, 16 MiB, a minute. */
    public static final ReorderLimits DEFAULT = new ReorderLimits(64, 16 << 20, Duration.ofMinutes(1));

    /** The least that may be set for a session: a kibibyte for each of 64 groups. */
    public static final int LEAST_BYTES = 1 << 16;

    /** Checks every field. */
    public ReorderLimits {
        if (packets < 1 || packets > ReorderWindow.MOST_PACKETS) {
            throw new IllegalArgumentException("reorder window " + packets + " is outside 1 to 1,048,576");
        }
        if (bytes < LEAST_BYTES || bytes > ReorderWindow.MOST_BYTES) {
            throw new IllegalArgumentException(
                    "reorder window of " + bytes + " bytes is outside 65,536 to 1,073,741,824");
        }
        if (time.toMillis() < 1 || time.compareTo(ReorderWindow.LONGEST) > 0) {
            throw new IllegalArgumentException("reorder window of " + time + " is outside 1 ms to an hour");
        }
    }

    /** The window that each group of an MBU gets: what the MBU wants, or less if it has many groups. */
    public ReorderWindow agree(ReorderWindow wanted, int groups) {
        return wanted.atMost(bytes / groups, time);
    }
}

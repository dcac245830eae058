package org.banip.mbu.spi;

import org.banip.core.ban.ServiceClass;
import org.banip.mbu.settings.PathSettings;

/**
 * Decides which of several paths sends what (docs/paths.md). A path that could send asks for the first waiting packet of each group; then, for packets
 * that other paths have under way, whether it sends them as well.
 *
 * <p>A scheduler of an app is asked about packets of all service classes of its MBU; each of the library's about those of one class. One MBU makes
 * one call at a time, on any thread, while its spool is locked: answer at once, without waiting, and do not keep the choice. Give each MBU an
 * instance of its own: two would call the same one at the same time.
 */
public interface PathScheduler {
    /**
     * Whether the asked path sends the packet now. If not, another path must be better: the asked path asks again within 20 ms, and when the choice
     * changes. Yes is not a promise: of the packets for which the answer is yes only one goes, usually the most urgent. So decide by
     * {@link Path#bytesSent}, not by earlier answers.
     */
    boolean sends(Choice choice);

    /**
     * Whether the asked path also sends a packet that is under way on the paths for which {@link Choice#isCarriedBy} is true. The host drops what
     * comes twice. Here, too, yes is not a promise: one packet goes of those of several groups. Default: it does not.
     */
    default boolean sendsAsWell(Choice choice) {
        return false;
    }

    /** What is to be sent, and the paths. Valid during one call. */
    interface Choice {
        /** The number of paths. */
        int paths();

        /** A path, by its place in the configuration from 0 on. */
        Path path(int number);

        /** The path that could send now. */
        Path asked();

        /** The packet's service class. */
        ServiceClass serviceClass();

        /** About how many bytes its frame has. */
        int bytes();

        /** When the packet is due: sampling instant and latency bound, in nanoseconds since the epoch; {@link Long#MAX_VALUE} for bulk groups. */
        long deadlineNanos();

        /** Nanoseconds since the epoch, by the same clock. */
        long nowNanos();

        /** About how many bytes wait that are at least as urgent, this packet included; only in {@link #sends}. */
        long waitingBytes();

        /** How many more packets of the group may be under way on several paths, by the host's reorder window; only in {@link #sends}. */
        int packetsAhead();

        /** How many more bytes of the group may be under way on several paths, by the host's reorder window; only in {@link #sends}. */
        default long bytesAhead() {
            return (long) packetsAhead() * bytes();
        }

        /** How long the host waits for an earlier packet of the group; {@link Long#MAX_VALUE} if it did not say. */
        default long reorderNanos() {
            return Long.MAX_VALUE;
        }

        /** Whether a path has the packet under way. */
        boolean isCarriedBy(int number);

        /**
         * Whether the packet most likely arrives earlier if the asked path sends it as well, and the share of bytes for that is not used up; only in
         * {@link #sendsAsWell}.
         */
        boolean isCheaperThanWaiting();
    }

    /** The state of a path. */
    interface Path {
        /** The place in the configuration, from 0 on. */
        int number();

        /** Name, role and price. */
        PathSettings settings();

        /** Whether a connection can carry packets. */
        boolean isConnected();

        /** Whether acknowledgements come in time, or nothing is under way. A path that was late is good again only after a while. */
        boolean isGood();

        /** Of a path that is not good, whether it answers time requests in time now, so that it may be good again soon. */
        boolean isAnswering();

        /**
         * Whether the path's {@link PathForecast} gives it less time than the next bytes need to arrive. Then packets should go by another path; what is
         * under way here arrives. Default: never.
         */
        default boolean isLeaving() {
            return false;
        }

        /** How long the path lasts, by the {@link PathForecast}; {@link PathForecast#NO_END} if no end is in sight. Default: that. */
        default long nanosLeft() {
            return PathForecast.NO_END;
        }

        /** The shortest round trip of the last one to two minutes: that of the path without a queue; 0 until it is known. */
        long roundTripNanos();

        /** The highest rate of the last 30 to 60 s; 0 until it is known. */
        long bytesPerSecond();

        /** Bytes that were sent and are not acknowledged. */
        long bytesUnderWay();

        /** Bytes of packets sent on all connections of the path. */
        long bytesSent();

        /** About how many more bytes the path takes now. */
        long room();

        /**
         * The time until the host has these bytes if the path sends them now. What is under way goes first. If nothing is under way, it is half of a
         * round trip. If an acknowledgement is overdue, it is at least the time for which that has been waited for.
         */
        long expectedNanos(long bytes);
    }
}

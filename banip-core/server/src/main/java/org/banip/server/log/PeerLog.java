package org.banip.server.log;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.banip.server.quota.PeerPace;

/**
 * Bounds the log lines that peers cause: the first lines of a minute are logged at once, the others are counted, and the next line of the kind tells
 * how many they were. Any thread.
 */
public final class PeerLog {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String ONLY = "";

    private final PeerPace<String> pace;

    private PeerLog(PeerPace<String> pace) {
        this.pace = pace;
    }

    /** Lines of one kind that one peer causes. */
    public PeerLog(LongSupplier nanoClock, int linesPerMinute) {
        this(nanoClock, linesPerMinute, MINUTE);
    }

    /** Lines of one kind that one peer causes, in a period other than a minute. */
    public PeerLog(LongSupplier nanoClock, int lines, Duration period) {
        this(new PeerPace<>(nanoClock, period, lines, lines));
    }

    /** Lines of several kinds that anybody can cause: 10 of one kind and address in a minute, and 60 of one kind. */
    public static PeerLog ofAnybody(LongSupplier nanoClock) {
        return new PeerLog(new PeerPace<>(nanoClock, MINUTE, 10, 60));
    }

    /** Logs something that happened. {@code line} gets the end of the line, which tells how many lines were left out before it. */
    public void happened(Line line) {
        happened(ONLY, ONLY, line);
    }

    /**
     * Logs something of a kind that a peer has caused.
     *
     * @param kind one of few: no peer may choose it
     * @param peer such as its address
     * @param line as of {@link #happened(Line)}; the number is that of all lines of the kind
     */
    public void happened(String kind, String peer, Line line) {
        if (pace.admits(kind, peer)) {
            long before = pace.takeLeftOut(kind);
            line.log(before == 0 ? "" : "; lines of this kind left out before: " + before);
        }
    }

    /** Writes a line. */
    @FunctionalInterface
    public interface Line {
        /** {@code end} belongs at the end of the line. */
        void log(String end);
    }
}

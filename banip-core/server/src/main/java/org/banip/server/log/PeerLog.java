package org.banip.server.log;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.banip.server.quota.PeerPace;

/**
 * Bounds the log lines that peers cause: the first lines of a minute are logged at once, the others are counted, and the next line of the kind tells
 * how many they were. With a timer, the last one of them is logged when the minute is over, if no other line came before. Any thread; guarded by its
 * monitor, and logs nothing while it holds it.
 */
public final class PeerLog {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String ONLY = "";
    private static final int OF_PEER = 10;
    private static final int OF_ALL = 60;

    private final PeerPace<String> pace;
    private final Optional<Timer> timer;
    /** The last line of each kind that was left out and that no line has told of since. Empty without a timer. */
    private final Map<String, LeftOut> last = new LinkedHashMap<>();

    private boolean waits;

    private record LeftOut(String peer, Line line) {}

    private PeerLog(PeerPace<String> pace, Optional<Timer> timer) {
        this.pace = pace;
        this.timer = timer;
    }

    /** Lines of one kind that one peer causes. */
    public PeerLog(LongSupplier nanoClock, int linesPerMinute) {
        this(nanoClock, linesPerMinute, MINUTE);
    }

    /** Lines of one kind that one peer causes, in a period other than a minute. */
    public PeerLog(LongSupplier nanoClock, int lines, Duration period) {
        this(new PeerPace<>(nanoClock, period, lines, lines), Optional.empty());
    }

    /** Lines of several kinds that anybody can cause: 10 of one kind and address in a minute, and 60 of one kind. */
    public static PeerLog ofAnybody(LongSupplier nanoClock) {
        return new PeerLog(new PeerPace<>(nanoClock, MINUTE, OF_PEER, OF_ALL), Optional.empty());
    }

    /** The same, and after each minute the last line of each kind that was left out in it. */
    public static PeerLog ofAnybody(LongSupplier nanoClock, Timer timer) {
        return new PeerLog(new PeerPace<>(nanoClock, MINUTE, OF_PEER, OF_ALL), Optional.of(timer));
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
     * @param line as of {@link #happened(Line)}; the number is that of all lines of the kind. With a timer it may be logged up to a minute later
     */
    public void happened(String kind, String peer, Line line) {
        if (pace.admits(kind, peer)) {
            log(kind, line, 0);
        } else {
            timer.ifPresent(later -> leftOut(kind, new LeftOut(peer, line), later));
        }
    }

    /** Logs a line; {@code itself} is 1 if it counts as one that was left out. */
    private void log(String kind, Line line, int itself) {
        synchronized (this) {
            last.remove(kind);
        }
        long before = pace.takeLeftOut(kind) - itself;
        line.log(before <= 0 ? "" : "; lines of this kind left out before: " + before);
    }

    private synchronized void leftOut(String kind, LeftOut line, Timer later) {
        last.put(kind, line);
        if (!waits) {
            waits = true;
            later.after(pace.nanosLeft(), () -> over(later));
        }
    }

    private void over(Timer later) {
        Map<String, LeftOut> untold;
        synchronized (this) {
            if (!pace.isPeriodOver()) { // another one has begun
                later.after(pace.nanosLeft(), () -> over(later));
                return;
            }
            waits = false;
            untold = new LinkedHashMap<>(last);
            last.clear();
        }
        untold.forEach((kind, line) -> {
            if (pace.admits(kind, line.peer)) {
                log(kind, line.line, 1);
            }
        });
    }

    /** Writes a line. */
    @FunctionalInterface
    public interface Line {
        /** {@code end} belongs at the end of the line. */
        void log(String end);
    }

    /** Runs a short task later, on a thread of its own. */
    @FunctionalInterface
    public interface Timer {
        /** Returns at once. */
        void after(long nanos, Runnable task);
    }
}

package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.banip.server.log.ServerLog;
import org.banip.server.request.Deadlines;
import org.slf4j.Logger;

/**
 * What a surrogate says to its subscribers: the first line at once, those after it every 100 ms at most. Full-queue policy: the oldest of 64 lines
 * is dropped and counted. So a surrogate that talks without end keeps the interconnect's executor, which runs on threads that receive, busy for a
 * moment only. Guarded by its monitor; any thread.
 */
final class ToldLines {
    /** Lines that may wait. */
    static final int MOST = 64;

    private static final Logger LOG = ServerLog.of(ToldLines.class);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final String id;
    private final Executor executor;
    private final Deadlines deadlines;
    private final Consumer<Line> publish;

    private final ArrayDeque<Line> waiting = new ArrayDeque<>();
    /** Whether lines are being published, or it is too early for the next. */
    private boolean busy;

    private boolean ended;
    private long dropped;

    /**
     * A line.
     *
     * @param atNanos when it was said
     */
    record Line(long atNanos, String text) {}

    /**
     * None yet.
     *
     * @param id begins each log line
     * @param executor runs what publishes
     */
    ToldLines(String id, Executor executor, Deadlines deadlines, Consumer<Line> publish) {
        this.id = id;
        this.executor = executor;
        this.deadlines = deadlines;
        this.publish = publish;
    }

    void add(String text, long atNanos) {
        synchronized (this) {
            if (ended) {
                return;
            }
            if (waiting.size() == MOST) {
                waiting.remove();
                countDropped();
            }
            waiting.add(new Line(atNanos, text));
            if (busy) {
                return;
            }
            busy = true;
        }
        executor.execute(this::publishAll);
    }

    private void countDropped() {
        dropped++;
        if (dropped == 1) {
            LOG.warn("{}: the surrogate tells more than its subscribers can be told; the oldest lines are dropped", id);
        }
    }

    private void publishAll() {
        take().forEach(publish);
        deadlines.after(PAUSE, this::goOn);
    }

    private void goOn() {
        synchronized (this) {
            if (waiting.isEmpty()) {
                busy = false;
                return;
            }
        }
        executor.execute(this::publishAll);
    }

    private synchronized List<Line> take() {
        List<Line> taken = new ArrayList<>(waiting);
        waiting.clear();
        return taken;
    }

    /** Publishes what waits, and nothing after that. A task of the executor. */
    void end() {
        synchronized (this) {
            ended = true;
            if (dropped > 0) {
                LOG.info("{}: {} lines that the surrogate told were dropped", id, dropped);
            }
        }
        take().forEach(publish);
    }
}

package org.banip.surrogate.alert;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Tells the live subscribers each step of each alert once, and the steps of an alert in their order, whichever thread and whichever host made them:
 * what it tells it reads from the store. One thread of its own; the calls come from any.
 */
final class LiveSteps implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(LiveSteps.class);

    private final AlertBook book;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(OwnThreads.numbered("banip-alerts-live-"));

    /** Of the thread: the last step that was told of each alert that is open, or was until lately. */
    private final Map<UUID, Integer> told = new HashMap<>();
    /** Of the thread: those that seem to have ended, since the last look, and before that. */
    private Set<UUID> over = new HashSet<>();

    private Set<UUID> longOver = new HashSet<>();

    /** Whether an open alert that is not known here must have been raised since the last look. */
    private boolean complete;

    private boolean storeFails;

    private volatile Consumer<AlertNotice> subscribers = step -> {};

    /** Tells nobody before {@link #start}. */
    LiveSteps(AlertBook book) {
        this.book = book;
    }

    void start(Consumer<AlertNotice> tells) {
        subscribers = tells;
    }

    /** This host has made a step. */
    void made(AlertStep step) {
        UUID id = step.alert().id();
        submit(() -> {
            int last = told.getOrDefault(id, step.alert().steps() - 1);
            if (last < step.alert().steps()) {
                boolean unused = tellFrom(id, last);
            }
        });
    }

    /** These alerts are open; what another host did shows in them. Steps from before the first call are not told. */
    void open(OpenList listed) {
        submit(() -> look(listed));
    }

    private void submit(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("- the host stops");
        }
    }

    private void look(OpenList listed) {
        Set<UUID> gone = new HashSet<>(told.keySet());
        for (Alert alert : listed.alerts()) {
            gone.remove(alert.id());
            int last = told.getOrDefault(alert.id(), complete ? 0 : alert.steps());
            if (last < alert.steps()) {
                boolean unused = tellFrom(alert.id(), last);
            } else {
                told.putIfAbsent(alert.id(), last);
            }
        }
        complete = !listed.isCut();
        // A list may be older than a step that was told, and a step may be told late: what has ended is forgotten two
        // looks later.
        longOver.retainAll(gone);
        told.keySet().removeAll(longOver);
        gone.removeAll(longOver);
        longOver = over;
        over = new HashSet<>();
        for (UUID id : gone) {
            if (tellFrom(id, told.getOrDefault(id, 0))) {
                over.add(id);
            }
        }
    }

    /** False if the store fails. */
    private boolean tellFrom(UUID id, int last) {
        List<AlertStep> steps;
        try {
            steps = book.stepsAfter(id, last);
            storeFails = false;
        } catch (BanipException e) {
            if (!storeFails) {
                storeFails = true;
                LOG.warn("- live subscribers wait for steps of alerts: {}", e.getMessage());
            }
            return false;
        }
        int now = last;
        for (AlertStep step : steps) {
            now = step.alert().steps();
            subscribers.accept(AlertNotice.parse(AlertJson.step(step)));
        }
        told.put(id, now);
        return true;
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}

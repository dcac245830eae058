package org.banip.mbu.interconnect;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.core.frame.Control;
import org.banip.mbu.command.WearerAlerts;
import org.banip.mbu.stage.StageThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the wearer steps of alerts, one after another on the thread {@code banip-alert}. At most 16 steps wait or are being told; a further one fails
 * at once. A step that comes again meanwhile takes no other place: the host gets the same answer to each of its commands.
 */
final class AlertLane {
    private static final Logger LOG = LoggerFactory.getLogger(AlertLane.class);
    private static final int MAX_STEPS = 16;
    /** The host waits for the newest command of a step only. */
    private static final int MAX_IDS = 16;

    private static final byte[] NOTHING = {};

    private final WearerAlerts alerts;
    private final Consumer<Control.CommandResult> results;
    private final StageThread thread;

    /** The steps that wait or are being told, with the ids of their commands; the oldest first. Guarded by itself. */
    private final Map<AlertNotice, Deque<Long>> open = new LinkedHashMap<>();

    AlertLane(WearerAlerts alerts, Consumer<Control.CommandResult> results, String threadSuffix) {
        this.alerts = alerts;
        this.results = results;
        thread = new StageThread(
                "banip-alert-" + threadSuffix, this::run, e -> LOG.error("the thread of alerts died", e));
    }

    void start() {
        thread.start();
    }

    void stop(Duration timeout) throws InterruptedException {
        thread.interrupt();
        thread.join(timeout);
    }

    /** Takes a step; any thread, never blocks. */
    void take(Control.Command command) {
        try {
            if (!add(WearerAlerts.read(command.argument()), command.id())) {
                // The host knows by the first words that this is not for ever (docs/protocol.md, section 5.3).
                results.accept(Commands.failed(command.id(), "too many alerts wait, allowed are " + MAX_STEPS));
            }
        } catch (BanipException e) {
            results.accept(Commands.failed(command.id(), String.valueOf(e.getMessage())));
        }
    }

    private boolean add(AlertNotice step, long id) {
        synchronized (open) {
            Deque<Long> ids = open.get(step);
            if (ids == null) {
                if (open.size() >= MAX_STEPS) {
                    return false;
                }
                ids = new ArrayDeque<>();
                open.put(step, ids);
                open.notifyAll();
            }
            ids.add(id);
            if (ids.size() > MAX_IDS) {
                ids.remove();
            }
            return true;
        }
    }

    private void run() throws InterruptedException {
        while (true) {
            AlertNotice step = next();
            String failure = tell(step);
            Deque<Long> ids;
            synchronized (open) {
                ids = Optional.ofNullable(open.remove(step)).orElseGet(ArrayDeque::new);
            }
            for (long id : ids) {
                results.accept(
                        failure.isEmpty()
                                ? new Control.CommandResult(id, true, NOTHING)
                                : Commands.failed(id, failure));
            }
        }
    }

    /** The oldest step, which stays where it is until it was told. */
    private AlertNotice next() throws InterruptedException {
        synchronized (open) {
            while (open.isEmpty()) {
                open.wait();
            }
            return open.keySet().iterator().next();
        }
    }

    /** Why the step was not told; empty if it was. */
    private String tell(AlertNotice step) {
        try {
            alerts.tell(step);
            return "";
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        } catch (Throwable e) { // an Error as well: later steps must be told
            LOG.error("the listener of alerts failed on {}", step, e);
            return "internal error";
        }
    }
}

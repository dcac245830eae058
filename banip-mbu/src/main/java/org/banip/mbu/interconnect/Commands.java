package org.banip.mbu.interconnect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.banip.core.frame.Control;
import org.banip.core.text.Utf8;
import org.banip.mbu.command.WearerAlerts;
import org.banip.mbu.spi.CommandHandler;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.stage.StageThread;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes the host's commands one after another on the thread {@code banip-command}, and keeps their results until they are sent. At most 16
 * commands wait; a further one fails at once. Alerts for the wearer have a place of their own, so that no command delays them.
 */
final class Commands {
    private static final Logger LOG = LoggerFactory.getLogger(Commands.class);
    private static final int MAX_WAITING = 16;
    private static final int MAX_RESULTS = 64;
    /** Follows a reason that was cut. */
    private static final String CUT = "…";

    private final @Nullable CommandHandler handler;
    private final Scheduler scheduler;
    private final BlockingQueue<Control.Command> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final StageThread thread;
    private final @Nullable AlertLane alerts;

    /** Guarded by itself. */
    private final ArrayDeque<Control.CommandResult> results = new ArrayDeque<>();

    Commands(
            @Nullable CommandHandler handler, @Nullable WearerAlerts alerts, Scheduler scheduler, String threadSuffix) {
        this.handler = handler;
        this.scheduler = scheduler;
        thread = new StageThread(
                "banip-command-" + threadSuffix, this::run, e -> LOG.error("the command thread died", e));
        this.alerts = alerts == null ? null : new AlertLane(alerts, this::add, threadSuffix);
    }

    void start() {
        if (handler != null) {
            thread.start();
        }
        if (alerts != null) {
            alerts.start();
        }
    }

    void stop(java.time.Duration timeout) throws InterruptedException {
        thread.interrupt();
        if (alerts != null) {
            alerts.stop(timeout);
        }
        thread.join(timeout);
    }

    /** Takes a command; any thread, never blocks. */
    void take(Control.Command command) {
        boolean alert = command.name().equals(WearerAlerts.COMMAND);
        if (alert && alerts != null) {
            alerts.take(command);
        } else if (alert && handler != null) {
            add(failed(command, "this MBU has no listener of alerts"));
        } else if (handler == null) {
            add(failed(command, "this MBU takes no commands, so not '" + command.name() + "' either"));
        } else if (!waiting.offer(command)) {
            add(failed(command, "too many commands wait, allowed are " + MAX_WAITING));
        }
    }

    private void run() throws InterruptedException {
        CommandHandler app = handler;
        while (app != null) {
            Control.Command command = waiting.take();
            add(result(app, command));
        }
    }

    private static Control.CommandResult result(CommandHandler app, Control.Command command)
            throws InterruptedException {
        try {
            byte[] result = app.handle(command.name(), command.argument());
            return result.length > Control.MAX_COMMAND_BYTES
                    ? failed(
                            command,
                            "the result of " + result.length + " bytes exceeds limit " + Control.MAX_COMMAND_BYTES)
                    : new Control.CommandResult(command.id(), true, result);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return failed(command, String.valueOf(e.getMessage()));
        } catch (Throwable e) { // an Error as well: later commands must be answered
            LOG.error("the app's command handler failed on {}", command, e);
            return failed(command, "internal error");
        }
    }

    private static Control.CommandResult failed(Control.Command command, String why) {
        return failed(command.id(), why);
    }

    /** The answer to the command with this id. The reason is whole, unless it is longer than a result may be. */
    static Control.CommandResult failed(long id, String why) {
        String told = Utf8.length(why) <= Control.MAX_COMMAND_BYTES
                ? why
                : Utf8.cut(why, Control.MAX_COMMAND_BYTES - Utf8.length(CUT)) + CUT;
        return new Control.CommandResult(id, false, told.getBytes(StandardCharsets.UTF_8));
    }

    private void add(Control.CommandResult result) {
        synchronized (results) {
            results.add(result);
            if (results.size() > MAX_RESULTS) {
                results.remove(); // the host no longer waits for it
            }
        }
        scheduler.itemAdded();
    }

    /** Removes and returns all results that wait to be sent. */
    List<Control.CommandResult> takeResults() {
        synchronized (results) {
            List<Control.CommandResult> all = new ArrayList<>(results);
            results.clear();
            return all;
        }
    }

    /** Puts back results, because their request was not answered. */
    void putBack(List<Control.CommandResult> unsent) {
        synchronized (results) {
            for (int i = unsent.size() - 1; i >= 0 && results.size() < MAX_RESULTS; i--) {
                results.addFirst(unsent.get(i));
            }
        }
    }
}

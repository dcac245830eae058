package org.banip.surrogate.interconnect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one interconnect: those that wait to be sent, and those that wait for their result. A command is taken once only,
 * so the BAN gets it at most once. Guarded by its monitor.
 */
final class CommandQueue {
    private final ArrayDeque<Control.Command> waiting = new ArrayDeque<>();
    private final Map<Long, CompletableFuture<CommandOutcome>> unanswered = new HashMap<>();
    private final int limit;
    private long nextId;
    private boolean ended;

    /** Ids go on from {@code firstId}, so that those of an earlier life of the interconnect do not come again. */
    CommandQueue(int limit, long firstId) {
        this.limit = limit;
        nextId = firstId;
    }

    synchronized CompletableFuture<CommandOutcome> add(String name, byte[] argument) {
        Control.Command command = new Control.Command(nextId, name, argument.clone());
        if (ended) {
            return CompletableFuture.failedFuture(ended());
        }
        if (unanswered.size() >= limit) {
            return CompletableFuture.failedFuture(new BanipException(
                    ErrorCode.LIMIT_REACHED, unanswered.size() + " commands wait for an answer already"));
        }
        CompletableFuture<CommandOutcome> outcome = new CompletableFuture<>();
        unanswered.put(nextId, outcome);
        waiting.add(command);
        nextId++;
        return outcome;
    }

    private static BanipException ended() {
        return new BanipException(
                ErrorCode.UNKNOWN_INTERCONNECT, "the interconnect ended before the command was answered");
    }

    /** The next command to send, which must be sent now or never; null if none waits. */
    synchronized Control.@Nullable Command take() {
        return waiting.poll();
    }

    synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Takes a result; one that nobody waits for is ignored. Callers' reactions run on a thread of the JDK's. */
    synchronized void answered(Control.CommandResult result) {
        CompletableFuture<CommandOutcome> outcome = unanswered.remove(result.id());
        if (outcome != null) {
            outcome.completeAsync(() -> new CommandOutcome(result.succeeded(), result.result()));
        }
    }

    /** Fails all that wait. */
    void end() {
        List<CompletableFuture<CommandOutcome>> failed;
        synchronized (this) {
            ended = true;
            waiting.clear();
            failed = new ArrayList<>(unanswered.values());
            unanswered.clear();
        }
        failed.forEach(outcome -> outcome.completeAsync(() -> {
            throw ended();
        }));
    }
}

package org.banip.surrogate.interconnect;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one interconnect: those that wait to be sent, and those that wait for their result. A command is taken once only,
 * so the BAN gets it at most once. Owned by the interconnect's serial executor; callers' reactions run on a thread of the JDK's.
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

    /** Adds a command; its outcome is told to the future. */
    void add(String name, byte[] argument, CompletableFuture<CommandOutcome> outcome) {
        if (ended) {
            fail(outcome, ended());
        } else if (unanswered.size() >= limit) {
            fail(
                    outcome,
                    new BanipException(
                            ErrorCode.LIMIT_REACHED, unanswered.size() + " commands wait for an answer already"));
        } else {
            unanswered.put(nextId, outcome);
            waiting.add(new Control.Command(nextId, name, argument));
            nextId++;
        }
    }

    private static void fail(CompletableFuture<CommandOutcome> outcome, BanipException cause) {
        outcome.completeAsync(() -> {
            throw cause;
        });
    }

    private static BanipException ended() {
        return new BanipException(
                ErrorCode.UNKNOWN_INTERCONNECT, "the interconnect ended before the command was answered");
    }

    /** The next command to send, which must be sent now or never; null if none waits. */
    Control.@Nullable Command take() {
        return waiting.poll();
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Takes a result; one that nobody waits for is ignored. */
    void answered(Control.CommandResult result) {
        CompletableFuture<CommandOutcome> outcome = unanswered.remove(result.id());
        if (outcome != null) {
            outcome.completeAsync(() -> new CommandOutcome(result.succeeded(), result.result()));
        }
    }

    /** Fails all that wait. */
    void end() {
        ended = true;
        waiting.clear();
        unanswered.values().forEach(outcome -> fail(outcome, ended()));
        unanswered.clear();
    }
}

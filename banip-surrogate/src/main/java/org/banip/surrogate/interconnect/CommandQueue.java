package org.banip.surrogate.interconnect;

import java.time.Duration;
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
 * The commands of one interconnect: those that wait to be sent, and those that wait for their result. A command is taken once only, so the BAN
 * gets it at most once. It fails if no result comes for some time after its connection has ended, or within an hour. Owned by the interconnect's
 * serial executor; callers' reactions run on a thread of the JDK's.
 */
final class CommandQueue {
    /** Longest time from a command to its result. */
    private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

    private final ArrayDeque<Control.Command> waiting = new ArrayDeque<>();
    private final Map<Long, Unanswered> unanswered = new HashMap<>();
    private final int limit;
    private final long patienceNanos;
    private long nextId;
    private boolean ended;

    /** A command without a result. */
    private static final class Unanswered {
        final CompletableFuture<CommandOutcome> outcome;
        /** What it was sent on; null if it is not sent, or if that has ended. */
        @Nullable
        Object sentOn;

        boolean sent;
        /** If it was sent: when it fails. */
        long endNanos;

        Unanswered(CompletableFuture<CommandOutcome> outcome) {
            this.outcome = outcome;
        }
    }

    /**
     * No commands yet.
     *
     * @param limit most commands without a result
     * @param firstId where ids go on, so that those of an earlier life of the interconnect do not come again
     * @param patience how long a result may come after the end of the connection on which its command was sent
     */
    CommandQueue(int limit, long firstId, Duration patience) {
        this.limit = limit;
        nextId = firstId;
        patienceNanos = Math.min(patience.toNanos(), LONGEST_NANOS);
    }

    /** Adds a command; its outcome is told to the future. */
    void add(String name, byte[] argument, CompletableFuture<CommandOutcome> outcome) {
        if (unanswered.size() >= limit) {
            unanswered.values().removeIf(one -> one.outcome.isDone());
        }
        if (ended) {
            fail(outcome, ended());
        } else if (unanswered.size() >= limit) {
            fail(
                    outcome,
                    new BanipException(
                            ErrorCode.LIMIT_REACHED, unanswered.size() + " commands wait for an answer already"));
        } else {
            unanswered.put(nextId, new Unanswered(outcome));
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

    /**
     * The next command to send, which must be sent now or never; null if none waits.
     *
     * @param on what it is sent on, whose {@linkplain #closed end} will be told
     */
    Control.@Nullable Command takeFor(Object on, long nowNanos) {
        return take(on, nowNanos + LONGEST_NANOS);
    }

    /** The next command to send, with the end of an answer; null if none waits. */
    Control.@Nullable Command takeForAnswer(long nowNanos) {
        return take(null, nowNanos + patienceNanos);
    }

    private Control.@Nullable Command take(@Nullable Object on, long endNanos) {
        dropUnwanted();
        Control.Command command = waiting.poll();
        Unanswered sent = command == null ? null : unanswered.get(command.id());
        if (sent != null) {
            sent.sent = true;
            sent.sentOn = on;
            sent.endNanos = endNanos;
        }
        return command;
    }

    /** A sender who has given up a command does not want it to be sent any more. */
    private void dropUnwanted() {
        for (Control.Command next = waiting.peek(); next != null; next = waiting.peek()) {
            Unanswered one = unanswered.get(next.id());
            if (one != null && !one.outcome.isDone()) {
                return;
            }
            waiting.remove();
            unanswered.remove(next.id());
        }
    }

    /** What commands were sent on has ended: their results can still come on another connection, but not for long. */
    void closed(Object on, long nowNanos) {
        for (Unanswered sent : unanswered.values()) {
            if (sent.sentOn == on) {
                sent.sentOn = null;
                sent.endNanos = Math.min(sent.endNanos, nowNanos + patienceNanos);
            }
        }
    }

    /** Fails the commands whose results do not come. */
    void tick(long nowNanos) {
        unanswered.values().removeIf(sent -> {
            boolean lost = sent.sent && nowNanos - sent.endNanos >= 0;
            if (lost) {
                fail(sent.outcome, lost());
            }
            return lost || sent.outcome.isDone();
        });
    }

    private static BanipException lost() {
        return new BanipException(
                ErrorCode.SILENT, "no result of the command came; whether the BAN carried it out is not known");
    }

    boolean isWaiting() {
        dropUnwanted();
        return !waiting.isEmpty();
    }

    /** Takes a result; one that nobody waits for is ignored. */
    void answered(Control.CommandResult result) {
        Unanswered sent = unanswered.remove(result.id());
        if (sent != null) {
            sent.outcome.completeAsync(() -> new CommandOutcome(result.succeeded(), result.result()));
        }
    }

    /** Fails all that wait. */
    void end() {
        ended = true;
        waiting.clear();
        unanswered.values().forEach(each -> fail(each.outcome, ended()));
        unanswered.clear();
    }
}

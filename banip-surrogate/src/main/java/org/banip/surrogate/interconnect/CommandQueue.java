package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one interconnect: those that wait to be sent, and those that wait for their result. A command is taken once only, so the BAN
 * gets it at most once. It fails if no result comes for some time after its connection has ended, within its time-out, or within an hour. Owned by
 * the interconnect's serial executor; callers' reactions run on a thread of the JDK's.
 *
 * <p>Neither one person nor all people together may take all places: programs, such as a surrogate, keep theirs ({@link CommandShares}).
 */
final class CommandQueue {
    /** Longest time from a command to its result. */
    private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

    private final ArrayDeque<PendingCommand> waiting = new ArrayDeque<>();
    private final Map<Long, PendingCommand> unanswered = new HashMap<>();
    private final CommandShares shares;
    private final long patienceNanos;
    private long nextId;
    private boolean ended;

    /**
     * No commands yet.
     *
     * @param limit most commands without a result
     * @param firstId where ids go on, so that those of an earlier life of the interconnect do not come again
     * @param patience how long a result may come after the end of the connection on which its command was sent
     */
    CommandQueue(int limit, long firstId, Duration patience) {
        shares = new CommandShares(limit);
        nextId = firstId;
        patienceNanos = Math.min(patience.toNanos(), LONGEST_NANOS);
    }

    /** Adds a command, or fails it. */
    void add(PendingCommand command, long nowNanos) {
        Optional<BanipException> refusal = shares.refusal(command.sender, unanswered.values());
        if (refusal.isPresent() && unanswered.values().removeIf(PendingCommand::isOver)) {
            refusal = shares.refusal(command.sender, unanswered.values());
        }
        if (ended) {
            command.fail(ended());
        } else if (refusal.isPresent()) {
            command.fail(refusal.get());
        } else {
            command.id = nextId;
            command.endNanos = nowNanos + command.timeout.orElse(Duration.ZERO).toNanos();
            unanswered.put(nextId, command);
            waiting.add(command);
            nextId++;
        }
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
        PendingCommand command = waiting.poll();
        if (command == null) {
            return null;
        }
        command.sent(on, endNanos);
        return new Control.Command(command.id, command.name, command.argument);
    }

    /** Removes the waiting commands that their senders have given up. */
    private void dropUnwanted() {
        for (PendingCommand next = waiting.peek(); next != null && next.isOver(); next = waiting.peek()) {
            waiting.remove();
            unanswered.remove(next.id);
        }
    }

    /** What commands were sent on has ended: their results can still come on another connection, but not for long. */
    void closed(Object on, long nowNanos) {
        for (PendingCommand sent : unanswered.values()) {
            if (sent.sentOn == on) {
                sent.sentOn = null;
                sent.endNanos = Math.min(sent.endNanos, nowNanos + patienceNanos);
            }
        }
    }

    /** Fails the commands whose results do not come, and those that could not be sent in time. */
    void tick(long nowNanos) {
        unanswered.values().removeIf(command -> {
            boolean over = (command.wasSent() || command.timeout.isPresent()) && nowNanos - command.endNanos >= 0;
            if (over) {
                waiting.remove(command);
                command.fail(command.wasSent() ? lost() : late(command));
            }
            return over || command.isOver();
        });
    }

    private static BanipException lost() {
        return new BanipException(
                ErrorCode.SILENT, "no result of the command came; whether the BAN carried it out is not known");
    }

    private static BanipException late(PendingCommand command) {
        return new BanipException(
                ErrorCode.SILENT,
                "there was no way to the BAN within "
                        + command.timeout.map(Duration::toMillis).orElse(0L)
                        + " ms, so the command was not sent, and will not be");
    }

    /** Whether a sender waits for a limited time only. */
    boolean isTimed() {
        return unanswered.values().stream().anyMatch(command -> command.timeout.isPresent());
    }

    boolean isWaiting() {
        dropUnwanted();
        return !waiting.isEmpty();
    }

    /** Takes a result; one that nobody waits for is ignored. */
    void answered(Control.CommandResult result) {
        PendingCommand sent = unanswered.remove(result.id());
        if (sent != null) {
            sent.outcome.completeAsync(() -> new CommandOutcome(result.succeeded(), result.result()));
        }
    }

    /** Fails all that wait. */
    void end() {
        ended = true;
        waiting.clear();
        unanswered.values().forEach(command -> command.fail(ended()));
        unanswered.clear();
    }
}

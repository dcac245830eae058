package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.CommandSender;
import org.jspecify.annotations.Nullable;

/** A command without a result. Owned by the interconnect's serial executor; its outcome and whether it was sent may be read by any thread. */
final class PendingCommand {
    final String name;
    final byte[] argument;
    /** How long its sender waits. */
    final Optional<Duration> timeout;

    final CommandSender sender;

    final CompletableFuture<CommandOutcome> outcome = new CompletableFuture<>();

    /** Its number, once it is in the queue. */
    long id;
    /** What it was sent on; null if it is not sent, or if that has ended. */
    @Nullable
    Object sentOn;
    /** If it was sent, or has a time-out: when it fails. */
    long endNanos;

    private volatile boolean sent;

    /**
     * A command.
     *
     * @throws BanipException if name or argument are too long
     */
    PendingCommand(String name, byte[] argument, Optional<Duration> timeout, CommandSender sender) {
        Control.Command checked = new Control.Command(0, name, argument.clone());
        this.name = checked.name();
        this.argument = checked.argument();
        this.timeout = timeout;
        this.sender = sender;
    }

    void sent(@Nullable Object on, long endsNanos) {
        endNanos = timeout.isPresent() && endNanos - endsNanos < 0 ? endNanos : endsNanos;
        sentOn = on;
        sent = true;
    }

    /** Whether it was given to a connection, so that the BAN may have it. Final once the outcome is there. */
    boolean wasSent() {
        return sent;
    }

    /** Whether its sender knows an outcome, or does not want one any more. */
    boolean isOver() {
        return outcome.isDone();
    }

    /** Reactions run on a thread of the JDK's. */
    void fail(BanipException cause) {
        outcome.completeAsync(() -> {
            throw cause;
        });
    }
}

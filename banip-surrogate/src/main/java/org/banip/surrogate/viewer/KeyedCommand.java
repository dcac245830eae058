package org.banip.surrogate.viewer;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.CommandAnswer;

/** A command that has a key, its answer once that is there, and the requests that wait for it. Any thread. */
final class KeyedCommand {
    /** Requests that came again and wait. */
    static final int MOST_WAITING = 4;

    private final String ban;
    private final String session;
    private final String name;
    private final String argumentsDigest;
    private final Duration timeout;

    private final CompletableFuture<CommandAnswer> outcome = new CompletableFuture<>();
    /** Guarded by this; completed without the lock. */
    private final List<CompletableFuture<CommandAnswer>> waiting = new ArrayList<>();

    private volatile OptionalLong answeredNanos = OptionalLong.empty();

    /** A command to a session of a BAN, with its arguments as they came, and its time-out. */
    KeyedCommand(String ban, String session, String name, String arguments, Duration timeout) {
        this.ban = ban;
        this.session = session;
        this.name = name;
        this.timeout = timeout;
        argumentsDigest = digest(arguments);
    }

    private static String digest(String arguments) {
        return ContentDigest.of(arguments.getBytes(StandardCharsets.UTF_8));
    }

    String ban() {
        return ban;
    }

    /** How long a request that came again waits for the answer. */
    Duration timeout() {
        return timeout;
    }

    /** What became of it, at this instant of the host's monotonic clock. */
    void answered(CommandAnswer answer, long nanos) {
        answeredNanos = OptionalLong.of(nanos);
        end(ended -> ended.complete(answer));
    }

    /** It was not sent: requests that came again are refused like the first one. */
    void refused(RuntimeException cause) {
        end(ended -> ended.completeExceptionally(cause));
    }

    private void end(Consumer<CompletableFuture<CommandAnswer>> how) {
        List<CompletableFuture<CommandAnswer>> all;
        synchronized (this) {
            how.accept(outcome);
            all = List.copyOf(waiting);
            waiting.clear();
        }
        all.forEach(how);
    }

    /** When the answer came; empty if there is none. */
    OptionalLong answeredNanos() {
        return answeredNanos;
    }

    /**
     * The answer to this command, which came again, once it is there. Whoever does not wait for it any more cancels it.
     *
     * @throws BanipException {@code KEY_REUSED} if it is another one, {@code UNDER_WAY} if as many as may wait do so already
     */
    CompletableFuture<CommandAnswer> again(String toSession, String toName, String withArguments) {
        boolean same = session.equals(toSession) && name.equals(toName);
        if (!same || !argumentsDigest.equals(digest(withArguments))) {
            throw new BanipException(
                    ErrorCode.KEY_REUSED,
                    "the key was given to command " + Quoted.of(name) + " of session " + session + " before"
                            + (same ? ", with other arguments" : "") + "; each command needs a key of its own");
        }
        CompletableFuture<CommandAnswer> wait = new CompletableFuture<>();
        synchronized (this) {
            if (outcome.isDone()) {
                return outcome.copy();
            }
            if (waiting.size() >= MOST_WAITING) {
                throw underWay();
            }
            waiting.add(wait);
        }
        CompletableFuture<?> unused = wait.whenComplete((answer, failure) -> forget(wait));
        return wait;
    }

    private synchronized void forget(CompletableFuture<CommandAnswer> wait) {
        waiting.removeIf(one -> one == wait);
    }

    /** What a request gets that cannot wait for the answer, or not any longer. */
    static BanipException underWay() {
        return new BanipException(
                ErrorCode.UNDER_WAY,
                "the command with this key has no answer yet, and may have been sent; ask again later");
    }
}

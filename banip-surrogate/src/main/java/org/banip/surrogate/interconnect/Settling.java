package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.request.Deadlines;
import org.jspecify.annotations.Nullable;

/**
 * Sessions whose interconnect has ended, but whose data are not yet stored or whose surrogate is not yet deactivated. One registration of each such
 * session may wait, ten seconds at most; others are refused at once, so that retries do not pile up while a surrogate hangs. Any thread.
 */
final class Settling {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final Map<UUID, Rest> bySession = new ConcurrentHashMap<>();
    private final Deadlines deadlines;

    /** None yet. */
    Settling(Deadlines deadlines) {
        this.deadlines = deadlines;
    }

    /** A session that settles until the future is complete. */
    void add(UUID session, CompletableFuture<@Nullable Void> over) {
        Rest rest = new Rest(session, over);
        bySession.put(session, rest);
        CompletableFuture<?> unused = over.thenRun(() -> {
            bySession.remove(session, rest);
            rest.goOn();
        });
    }

    /**
     * Lets a registration wait until its session has settled.
     *
     * @param answer fails with {@code STORAGE_UNAVAILABLE} if that takes too long, or if another registration of the session waits already
     * @param again run when it has settled, on the thread that settles it; must return at once
     * @return false if the session does not settle: then the registration does not wait
     */
    boolean delays(UUID session, CompletableFuture<?> answer, Runnable again) {
        Rest rest = bySession.get(session);
        if (rest == null || rest.over.isDone()) {
            return false;
        }
        Waiting waiting = new Waiting(answer, again);
        if (!rest.take(waiting)) {
            answer.completeExceptionally(rest.notNow(", and another registration waits for that"));
            return true;
        }
        deadlines.after(LONGEST_WAIT, () -> rest.giveUp(waiting));
        if (rest.over.isDone()) {
            rest.goOn();
        }
        return true;
    }

    /** A registration that waits. */
    private record Waiting(CompletableFuture<?> answer, Runnable again) {}

    /** What is left of an interconnect. Guarded by its monitor. */
    private static final class Rest {
        private final UUID session;
        private final CompletableFuture<@Nullable Void> over;
        private @Nullable Waiting waiting;

        Rest(UUID session, CompletableFuture<@Nullable Void> over) {
            this.session = session;
            this.over = over;
        }

        synchronized boolean take(Waiting registration) {
            if (waiting != null) {
                return false;
            }
            waiting = registration;
            return true;
        }

        private synchronized @Nullable Waiting leave() {
            Waiting left = waiting;
            waiting = null;
            return left;
        }

        private synchronized boolean leave(Waiting registration) {
            boolean waits = registration.equals(waiting);
            waiting = waits ? null : waiting;
            return waits;
        }

        void goOn() {
            Waiting left = leave();
            if (left != null) {
                left.again.run();
            }
        }

        void giveUp(Waiting registration) {
            if (leave(registration)) {
                registration.answer.completeExceptionally(notNow(""));
            }
        }

        BanipException notNow(String more) {
            return new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "what session " + InterconnectParts.shortId(session)
                            + " sent before is not stored yet, or its surrogate is still active" + more);
        }
    }
}

package org.banip.surrogate.download;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;

/**
 * One jar that is being fetched, and how many wait for it. When the last of them gives up, the fetch is cancelled. Guarded by its monitor; any
 * thread.
 */
final class Fetch {
    private final CompletableFuture<SurrogateJar> jar = new CompletableFuture<>();
    private final Runnable cancelled;
    private int waiting;

    /**
     * Nobody waits yet.
     *
     * @param cancelled run when nobody waits any more, on the thread of the last who did; must return at once
     */
    Fetch(Runnable cancelled) {
        this.cancelled = cancelled;
    }

    /** Done when the jar is there, when it cannot be had, or when the fetch is cancelled. */
    CompletableFuture<SurrogateJar> jar() {
        return jar;
    }

    /** The jar, for one more who waits for it; who cancels it gives up. Empty if the fetch is cancelled. */
    synchronized Optional<CompletableFuture<SurrogateJar>> join() {
        if (jar.isCancelled()) {
            return Optional.empty();
        }
        waiting++;
        CompletableFuture<SurrogateJar> mine = jar.copy();
        CompletableFuture<?> unused = mine.whenComplete((fetched, failure) -> {
            if (mine.isCancelled()) {
                leave();
            }
        });
        return Optional.of(mine);
    }

    private void leave() {
        synchronized (this) {
            waiting--;
            if (waiting > 0 || !jar.cancel(false)) {
                return;
            }
        }
        cancelled.run();
    }

    void complete(SurrogateJar fetched) {
        jar.complete(fetched);
    }

    void fail(BanipException why) {
        jar.completeExceptionally(why);
    }
}

package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.activation.SurrogateLife;
import org.slf4j.Logger;

/** The lives of a host's surrogates that are not over. Deactivates surrogates whose interconnects have ended. Any thread. */
final class Deactivations {
    private static final Logger LOG = ServerLog.of(Deactivations.class);

    private final Set<SurrogateLife> lives = ConcurrentHashMap.newKeySet();

    /** A life that is about to begin. */
    void add(SurrogateLife life) {
        lives.add(life);
        CompletableFuture<?> unused = life.over().thenRun(() -> lives.remove(life));
    }

    /** Lets its subscriptions end, then has it deactivated. */
    static void begin(Activated activated) {
        // The subscriptions must have been told of the end.
        activated.interconnect().afterwards(() -> {
            CompletableFuture<?> unused =
                    activated.context().finish().thenRun(() -> activated.life().end());
        });
    }

    /** Waits for those whose end has begun, so long at most. */
    void await(Duration longest) {
        CompletableFuture<?>[] all = lives.stream().map(SurrogateLife::over).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(all).get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("- {} surrogates were not deactivated in {}", lives.size(), longest);
        } catch (ExecutionException e) {
            throw new IllegalStateException("none completes with an exception", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.error.BanipException;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Deactivates surrogates whose interconnects have ended, each once: first their subscriptions end, then a worker does it, later if there is no
 * room for it at first. Any thread.
 */
final class Deactivations {
    private static final Logger LOG = ServerLog.of(Deactivations.class);

    private final Workers workers;
    private final Set<Deactivation> underWay = ConcurrentHashMap.newKeySet();
    /** Those for which the workers had no room. */
    private final Queue<Deactivation> left = new ConcurrentLinkedQueue<>();

    Deactivations(Workers workers) {
        this.workers = workers;
    }

    /** That of one surrogate. */
    private final class Deactivation {
        final Activated activated;
        /** Completed when it stands in the queue of its session, where a registration comes after it. */
        final CompletableFuture<@Nullable Void> given = new CompletableFuture<>();

        final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

        Deactivation(Activated activated) {
            this.activated = activated;
        }

        void give() {
            if (!isTaken()) {
                LOG.warn("{}: the workers have no room to deactivate the surrogate, trying again", id());
                left.add(this);
            }
        }

        boolean isTaken() {
            try {
                workers.inOrder(activated.interconnect().session(), this::run);
                given.complete(null);
                return true;
            } catch (BanipException e) {
                LOG.debug("{}: the surrogate is not deactivated yet: {}", id(), e.getMessage());
                return false;
            }
        }

        private void run() {
            try {
                activated.surrogate().deactivate();
            } finally {
                underWay.remove(this);
                done.complete(null);
            }
        }

        private String id() {
            return activated.interconnect().id();
        }
    }

    /**
     * Lets its subscriptions end, then has it deactivated by the workers in the order of its session.
     *
     * @return completed when a registration of the same session that is given to the workers from then on comes after the deactivation
     */
    CompletableFuture<@Nullable Void> begin(Activated activated) {
        Deactivation deactivation = new Deactivation(activated);
        underWay.add(deactivation);
        // The subscriptions must have been told of the end.
        activated.interconnect().afterwards(() -> {
            CompletableFuture<?> unused = activated.context().finish().thenRun(deactivation::give);
        });
        return deactivation.given;
    }

    /** Tries again; by one thread at a time. */
    void tick() {
        for (int i = left.size(); i > 0; i--) {
            Deactivation next = left.poll();
            if (next != null && !next.isTaken()) {
                left.add(next);
            }
        }
    }

    /** Waits for those that have begun, so long at most. */
    void await(Duration longest) {
        CompletableFuture<?>[] all =
                underWay.stream().map(deactivation -> deactivation.done).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(all).get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("- {} surrogates were not deactivated in {}", underWay.size(), longest);
        } catch (ExecutionException e) {
            throw new IllegalStateException("none completes with an exception", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

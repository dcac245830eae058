package org.banip.surrogate.interconnect;

import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.core.error.BanipException;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Ends interconnects: what is stored stays, and a registration without data leaves nothing behind. Any thread. */
final class Endings {
    private static final Logger LOG = ServerLog.of(Endings.class);

    private final HostParts parts;
    private final Sessions sessions;
    private final InterconnectQuota quota;
    private final Map<Disappearance, Long> ended = new ConcurrentHashMap<>();

    Endings(HostParts parts, Sessions sessions, InterconnectQuota quota) {
        this.parts = parts;
        this.sessions = sessions;
        this.quota = quota;
    }

    /** Ends one, unless it has ended. */
    void endIfPresent(HostInterconnect interconnect, Disappearance reason) {
        PendingActivation pending = sessions.activating(interconnect.session());
        if (pending != null && pending.interconnect() == interconnect) {
            pending.end(reason);
        }
        // Last: it may have appeared meanwhile.
        Activated present = sessions.present(interconnect.session());
        if (present != null && present.interconnect() == interconnect) {
            end(interconnect, reason);
        }
    }

    /** Ends one that has appeared. */
    void end(HostInterconnect interconnect, Disappearance reason) {
        if (!interconnect.end(reason)) {
            return;
        }
        UUID session = interconnect.session();
        Activated activated = Objects.requireNonNull(sessions.present(session), "it has appeared");
        CompletableFuture<@Nullable Void> settled = interconnect.settled();
        CompletableFuture<@Nullable Void> deactivated = activated.life().over();
        CompletableFuture<@Nullable Void> over = CompletableFuture.allOf(settled, deactivated);
        sessions.end(activated, over);
        CompletableFuture<?> unused = settled.thenRun(() -> {
            noteEnd(interconnect, reason);
            removeIfEmpty(interconnect, reason);
        });
        giveBackPlace(activated);
        ended.merge(reason, 1L, Long::sum);
        InterconnectAudit.ended(parts.audit(), interconnect.record(), reason, interconnect.acknowledged());
        Deactivations.begin(activated);
    }

    /** A surrogate that hangs keeps the place of its identity. */
    private void giveBackPlace(Activated activated) {
        String identity = activated.interconnect().record().identity();
        if (activated.life().isBuiltIn()) {
            quota.giveBack(identity);
        } else {
            CompletableFuture<?> unused = activated.life().over().thenRun(() -> quota.giveBack(identity));
        }
    }

    /** So that no host takes it for absent. */
    private void noteEnd(HostInterconnect interconnect, Disappearance reason) {
        if (reason != Disappearance.DEREGISTERED && reason != Disappearance.CANCELLED) {
            return;
        }
        UUID session = interconnect.session();
        try {
            parts.workers().inOrder(session, () -> {
                try {
                    if (!sessions.isOpen(session)) {
                        parts.store().end(interconnect.record(), parts.clock().epochNanos());
                    }
                } catch (BanipException e) {
                    LOG.warn("{}: its end is not noted in the store: {}", interconnect.id(), e.getMessage());
                }
            });
        } catch (BanipException e) {
            LOG.warn("{}: its end is not noted in the store: {}", interconnect.id(), e.getMessage());
        }
    }

    /** A registration without data leaves nothing behind. */
    private void removeIfEmpty(HostInterconnect interconnect, Disappearance reason) {
        if (reason == Disappearance.HOST_STOPPED || interconnect.storedAnything()) {
            return;
        }
        UUID session = interconnect.session();
        try {
            parts.workers().inOrder(session, () -> {
                if (!sessions.isOpen(session)) {
                    parts.store().removeIfEmpty(interconnect.record());
                }
            });
        } catch (BanipException e) {
            LOG.debug("{}: not removed from the store: {}", interconnect.id(), e.getMessage());
        }
    }

    /** How many ended, for this reason. */
    long ended(Disappearance reason) {
        return ended.getOrDefault(reason, 0L);
    }
}

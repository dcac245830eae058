package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** All interconnects of a host that are active or silent, by session. Any thread. */
public final class Interconnects {
    private static final Logger LOG = ServerLog.of(Interconnects.class);

    private static final Duration SETTLE = Duration.ofSeconds(10);

    private final HostParts parts;
    private final InterconnectActivation activation;
    private final InterconnectQuota quota;
    private final Map<UUID, Activated> bySession = new ConcurrentHashMap<>();
    private final AtomicLong registered = new AtomicLong();
    private final Map<Disappearance, Long> ended = new ConcurrentHashMap<>();
    private final Map<UUID, CompletableFuture<@Nullable Void>> settling = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** None yet. */
    public Interconnects(HostParts parts) {
        this.parts = parts;
        quota = new InterconnectQuota(parts.limits());
        activation = new InterconnectActivation(parts, this::endIfPresent);
    }

    /**
     * Opens an interconnect, or attaches to the one of the same session; done on a worker, which waits for nothing but the store's
     * reads and writes: what an ended interconnect of the same session gave to the store is waited for without a thread.
     *
     * @param identity whom the broker authenticated
     * @return the answer, or an exception with the code of what is wrong
     */
    public CompletableFuture<RegistrationAnswer> register(RegistrationRequest request, String identity) {
        CompletableFuture<RegistrationAnswer> answer = new CompletableFuture<>();
        parts.workers().inOrder(request.session(), () -> register(request, identity, answer));
        return answer;
    }

    private void register(RegistrationRequest request, String identity, CompletableFuture<RegistrationAnswer> answer) {
        try {
            Negotiated wanted = activation.negotiate(request, identity);
            CompletableFuture<@Nullable Void> settled = settling.get(request.session());
            if (settled == null || settled.isDone()) {
                answer.complete(registerNow(wanted));
            } else {
                registerLater(settled, request, identity, answer);
            }
        } catch (BanipException e) {
            answer.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            // An operator's surrogate may miss a class, which is an Error.
            LOG.error("{}: registration failed", InterconnectParts.shortId(request.session()), e);
            answer.completeExceptionally(new BanipException(ErrorCode.INTERNAL, "registration failed", e));
        }
    }

    /** What an ended interconnect of the same session gave to the store must be settled before the record is read. */
    private void registerLater(
            CompletableFuture<@Nullable Void> settled,
            RegistrationRequest request,
            String identity,
            CompletableFuture<RegistrationAnswer> answer) {
        UUID session = request.session();
        CompletableFuture<?> unused = settled.thenRun(() -> {
            try {
                parts.workers().inOrder(session, () -> {
                    if (!answer.isDone()) {
                        register(request, identity, answer);
                    }
                });
            } catch (BanipException e) {
                answer.completeExceptionally(e);
            }
        });
        parts.workers()
                .deadlines()
                .after(
                        SETTLE,
                        () -> answer.completeExceptionally(new BanipException(
                                ErrorCode.STORAGE_UNAVAILABLE,
                                "the store has not yet settled what session " + InterconnectParts.shortId(session)
                                        + " sent before")));
    }

    private RegistrationAnswer registerNow(Negotiated wanted) {
        RegistrationRequest request = wanted.request();
        Activated present = bySession.get(request.session());
        if (present != null) {
            wanted.check(present.interconnect().record());
            LOG.info("{}: attached again", present.interconnect().id());
            return present.interconnect().answer();
        }
        if (closed) {
            throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "the host stops");
        }
        return activate(wanted).answer();
    }

    private HostInterconnect activate(Negotiated wanted) {
        String identity = wanted.identity();
        quota.take(identity);
        Activated activated;
        try {
            activated = activation.activate(wanted);
        } catch (RuntimeException | Error e) {
            quota.giveBack(identity);
            throw e;
        }
        HostInterconnect interconnect = activated.interconnect();
        parts.subscribers().appear(interconnect.description());
        bySession.put(interconnect.session(), activated);
        registered.incrementAndGet();
        LOG.info(
                "{}: registered BAN {} with {} groups",
                interconnect.id(),
                interconnect.record().ban().id(),
                interconnect.record().ban().groups().size());
        if (activated.context().cancelled() || closed) {
            end(interconnect, closed ? Disappearance.HOST_STOPPED : Disappearance.CANCELLED);
            throw new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "the surrogate cancelled its activation");
        }
        return interconnect;
    }

    /**
     * The interconnect of a session.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} or {@code FORBIDDEN}
     */
    public HostInterconnect find(UUID session, String identity) {
        Activated activated = bySession.get(session);
        if (activated == null) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT,
                    "no interconnect " + InterconnectParts.shortId(session)
                            + " here: register again with the same session");
        }
        activated.interconnect().checkOwner(identity);
        return activated.interconnect();
    }

    /** All that are active or silent. */
    public List<HostInterconnect> all() {
        Collection<Activated> activated = bySession.values();
        List<HostInterconnect> all = new ArrayList<>();
        activated.forEach(one -> all.add(one.interconnect()));
        return all;
    }

    /** Ends one, unless it is not registered yet or any more. */
    void endIfPresent(HostInterconnect interconnect, Disappearance reason) {
        Activated present = bySession.get(interconnect.session());
        if (present != null && present.interconnect() == interconnect) {
            end(interconnect, reason);
        }
    }

    /** Ends one; what is stored stays. */
    public void end(HostInterconnect interconnect, Disappearance reason) {
        if (!interconnect.end(reason)) {
            return;
        }
        UUID session = interconnect.session();
        CompletableFuture<@Nullable Void> settled = interconnect.settled();
        settling.put(session, settled);
        Activated activated = bySession.remove(session);
        CompletableFuture<?> unused = settled.thenRun(() -> {
            settling.remove(session, settled);
            removeIfEmpty(interconnect, reason);
        });
        quota.giveBack(interconnect.record().identity());
        ended.merge(reason, 1L, Long::sum);
        if (activated != null) {
            deactivate(activated);
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
                if (!bySession.containsKey(session)) {
                    parts.store().removeIfEmpty(interconnect.record());
                }
            });
        } catch (BanipException e) {
            LOG.debug("{}: not removed from the store: {}", interconnect.id(), e.getMessage());
        }
    }

    private void deactivate(Activated activated) {
        try {
            parts.workers().inOrder(activated.interconnect().session(), activated::deactivate);
        } catch (BanipException e) {
            LOG.warn(
                    "{}: the surrogate was not deactivated: {}",
                    activated.interconnect().id(),
                    e.getMessage());
        }
    }

    /** Looks at the clock; to be called several times in a keep-alive interval. */
    public void tick() {
        parts.quotas().tick(parts.workers()::readAside);
        parts.storageLog().tick();
        for (HostInterconnect interconnect : all()) {
            interconnect.tick();
        }
    }

    /** How many were registered, re-attachments not counted. */
    public long registered() {
        return registered.get();
    }

    /** How many ended, for this reason. */
    public long ended(Disappearance reason) {
        return ended.getOrDefault(reason, 0L);
    }

    /** Ends all: the host stops. */
    public void close() {
        closed = true;
        all().forEach(interconnect -> end(interconnect, Disappearance.HOST_STOPPED));
    }
}

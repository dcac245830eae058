package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.banip.surrogate.store.InterconnectRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** All interconnects of a host that are active or silent, by session. Any thread. */
public final class Interconnects {
    private static final Logger LOG = ServerLog.of(Interconnects.class);

    private static final Duration SETTLE = Duration.ofSeconds(10);
    private static final Duration LONGEST_DEACTIVATION = Duration.ofSeconds(10);

    private final HostParts parts;
    private final InterconnectActivation activation;
    private final InterconnectQuota quota;
    private final Deactivations deactivations;
    private final Map<UUID, Activated> bySession = new ConcurrentHashMap<>();
    private final AtomicLong registered = new AtomicLong();
    private final Map<Disappearance, Long> ended = new ConcurrentHashMap<>();
    private final Map<UUID, CompletableFuture<@Nullable Void>> settling = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** None yet. */
    public Interconnects(HostParts parts) {
        this.parts = parts;
        deactivations = new Deactivations(parts.workers());
        quota = new InterconnectQuota(parts.limits());
        activation = new InterconnectActivation(parts, this::endIfPresent);
    }

    /**
     * Opens an interconnect, or attaches to the one of the same session; done on a worker, which waits for nothing but the store's
     * reads and writes: what an ended interconnect of the same session gave to the store is waited for without a thread. A session that has
     * data in the store goes on to a worker for replays.
     *
     * @param identity whom the broker authenticated
     * @return the answer, or an exception with the code of what is wrong
     */
    public CompletableFuture<RegistrationAnswer> register(RegistrationRequest request, String identity) {
        CompletableFuture<RegistrationAnswer> answer = new CompletableFuture<>();
        Registration registration = new Registration(request, identity, answer);
        parts.workers().inOrder(request.session(), () -> register(registration, false));
        return answer;
    }

    /** What an MBU asked for, and where its answer goes. */
    private record Registration(
            RegistrationRequest request, String identity, CompletableFuture<RegistrationAnswer> answer) {}

    private void register(Registration registration, boolean mayReplay) {
        UUID session = registration.request().session();
        try {
            Negotiated wanted = activation.negotiate(registration.request(), registration.identity());
            CompletableFuture<@Nullable Void> settled = settling.get(session);
            if (settled == null || settled.isDone()) {
                registerNow(registration, wanted, mayReplay);
            } else {
                registerLater(settled, registration);
            }
        } catch (BanipException e) {
            registration.answer().completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            // An operator's surrogate may miss a class, which is an Error.
            LOG.error("{}: registration failed", InterconnectParts.shortId(session), e);
            registration
                    .answer()
                    .completeExceptionally(new BanipException(ErrorCode.INTERNAL, "registration failed", e));
        }
    }

    /**
     * What an ended interconnect of the same session gave to the store must be settled before the record is read, and its surrogate deactivated
     * before the next one is activated.
     */
    private void registerLater(CompletableFuture<@Nullable Void> settled, Registration registration) {
        UUID session = registration.request().session();
        CompletableFuture<RegistrationAnswer> answer = registration.answer();
        CompletableFuture<?> unused = settled.thenRun(() -> {
            try {
                parts.workers().inOrder(session, () -> {
                    if (!answer.isDone()) {
                        register(registration, false);
                    }
                });
            } catch (BanipException e) {
                answer.completeExceptionally(e);
            }
        });
        parts.workers().deadlines().after(SETTLE, () -> {
            if (!settled.isDone()) {
                answer.completeExceptionally(new BanipException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        "what session " + InterconnectParts.shortId(session)
                                + " sent before is not stored yet, or its surrogate is still active"));
            }
        });
    }

    private void registerNow(Registration registration, Negotiated wanted, boolean mayReplay) {
        UUID session = wanted.request().session();
        Activated present = bySession.get(session);
        if (present != null) {
            attach(present, wanted, registration);
            return;
        }
        if (closed) {
            throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "the host stops");
        }
        Optional<InterconnectRecord> found = activation.find(wanted);
        if (!mayReplay && found.isPresent() && activation.hasItems(found.get())) {
            parts.workers().replayInOrder(session, () -> register(registration, true));
            return;
        }
        registration.answer().complete(activate(wanted, found).answer());
    }

    /** What this host knows is old if another host has stored more meanwhile. */
    private void attach(Activated present, Negotiated wanted, Registration registration) {
        HostInterconnect interconnect = present.interconnect();
        wanted.check(interconnect.record());
        Optional<Disappearance> gone = Resynchronisation.whyGone(parts.store(), interconnect.record());
        if (gone.isEmpty()) {
            LOG.info("{}: attached again", interconnect.id());
            registration.answer().complete(interconnect.answer());
            return;
        }
        endIfPresent(interconnect, gone.get());
        Activated still = bySession.get(interconnect.session());
        if (still != null && still.interconnect() == interconnect) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "interconnect " + interconnect.id() + " is ending");
        }
        register(registration, false);
    }

    private HostInterconnect activate(Negotiated wanted, Optional<InterconnectRecord> found) {
        Activated activated = activated(wanted, found);
        HostInterconnect interconnect = activated.interconnect();
        if (!interconnect.appear(() -> bySession.put(interconnect.session(), activated))) {
            bySession.put(interconnect.session(), activated);
            end(interconnect, Disappearance.CANCELLED);
            throw new BanipException(ErrorCode.INTERNAL, "the surrogate did not appear in time");
        }
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

    private Activated activated(Negotiated wanted, Optional<InterconnectRecord> found) {
        String identity = wanted.identity();
        quota.take(identity);
        try {
            return activation.activate(wanted, found);
        } catch (RuntimeException | Error e) {
            quota.giveBack(identity);
            throw e;
        }
    }

    /** The interconnect of a session, if it is active or silent. */
    public Optional<HostInterconnect> find(UUID session) {
        return Optional.ofNullable(bySession.get(session)).map(Activated::interconnect);
    }

    /**
     * The interconnect of a session, for its MBU.
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

    /** How many are active or silent. */
    public int count() {
        return bySession.size();
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
        CompletableFuture<@Nullable Void> deactivating = new CompletableFuture<>();
        CompletableFuture<@Nullable Void> over = CompletableFuture.allOf(settled, deactivating);
        settling.put(session, over);
        Activated activated = bySession.remove(session);
        CompletableFuture<?> unusedRemoval = settled.thenRun(() -> removeIfEmpty(interconnect, reason));
        CompletableFuture<?> unusedEnd = over.thenRun(() -> settling.remove(session, over));
        quota.giveBack(interconnect.record().identity());
        ended.merge(reason, 1L, Long::sum);
        if (activated == null) {
            deactivating.complete(null);
        } else {
            CompletableFuture<?> unusedGiven =
                    deactivations.begin(activated).thenRun(() -> deactivating.complete(null));
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

    /** Looks at the clock; to be called several times in a keep-alive interval. */
    public void tick() {
        parts.quotas().tick(parts.workers()::look);
        parts.storageLog().tick();
        deactivations.tick();
        long now = parts.clock().monotonicNanos();
        for (Activated activated : bySession.values()) {
            activated.interconnect().tick(now);
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

    /** Ends all, and waits for their surrogates' deactivation: the host stops. */
    public void close() {
        closed = true;
        all().forEach(interconnect -> end(interconnect, Disappearance.HOST_STOPPED));
        deactivations.await(LONGEST_DEACTIVATION);
    }
}

package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.activation.SurrogateLife;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.store.InterconnectRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** All interconnects of a host that are active or silent, by session. Any thread. */
public final class Interconnects {
    private static final Logger LOG = ServerLog.of(Interconnects.class);

    private static final Duration LONGEST_DEACTIVATION = Duration.ofSeconds(10);

    private final HostParts parts;
    private final InterconnectActivation activation;
    private final InterconnectQuota quota;
    private final Deactivations deactivations = new Deactivations();
    /** Those whose surrogates are being activated. A session moves from here to {@link #bySession} in the order of its tasks. */
    private final Map<UUID, PendingActivation> activating = new ConcurrentHashMap<>();

    private final Map<UUID, Activated> bySession = new ConcurrentHashMap<>();
    private final AtomicLong registered = new AtomicLong();
    private final Map<Disappearance, Long> ended = new ConcurrentHashMap<>();
    /** A session is added here before it is removed from the others. */
    private final Settling settling;

    private volatile boolean closed;

    /** None yet. */
    public Interconnects(HostParts parts) {
        this.parts = parts;
        quota = new InterconnectQuota(parts.limits());
        settling = new Settling(parts.workers().deadlines());
        activation = new InterconnectActivation(parts, this::endIfPresent);
    }

    /**
     * Opens an interconnect, or attaches to the one of the same session; done on a worker, which waits for nothing but the store's
     * reads and writes: what an ended interconnect of the same session gave to the store, and a surrogate that is being activated, are waited for
     * without a thread. A session that has data in the store goes on to a worker for replays.
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
            // An ended interconnect's data are stored before the record is read, its surrogate is over before the next.
            if (!attached(registration, wanted)
                    && !settling.delays(session, registration.answer(), () -> registerAgain(registration))) {
                registerNow(registration, wanted, mayReplay);
            }
        } catch (BanipException e) {
            registration.answer().completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            LOG.error("{}: registration failed", InterconnectParts.shortId(session), e);
            registration
                    .answer()
                    .completeExceptionally(new BanipException(ErrorCode.INTERNAL, "registration failed", e));
        }
    }

    private void registerAgain(Registration registration) {
        try {
            parts.workers().inOrder(registration.request().session(), () -> register(registration, false));
        } catch (BanipException e) {
            registration.answer().completeExceptionally(e);
        }
    }

    /** Whether the session is there already, or about to be: then the registration gets the same answer. */
    private boolean attached(Registration registration, Negotiated wanted) {
        Activated present = bySession.get(wanted.request().session());
        if (present != null) {
            wanted.check(present.interconnect().record());
            LOG.info("{}: attached again", present.interconnect().id());
            registration.answer().complete(present.interconnect().answer());
            return true;
        }
        PendingActivation pending = activating.get(wanted.request().session());
        if (pending != null) {
            wanted.check(pending.interconnect().record());
            forward(pending, registration);
        }
        return pending != null;
    }

    private static void forward(PendingActivation pending, Registration registration) {
        CompletableFuture<?> unused = pending.answer().whenComplete((answer, refusal) -> {
            boolean unusedFirst = refusal == null
                    ? registration.answer().complete(answer)
                    : registration.answer().completeExceptionally(refusal);
        });
    }

    private void registerNow(Registration registration, Negotiated wanted, boolean mayReplay) {
        UUID session = wanted.request().session();
        if (closed) {
            throw PendingActivation.refusal(Disappearance.HOST_STOPPED);
        }
        Optional<InterconnectRecord> found = activation.find(wanted);
        if (!mayReplay && found.isPresent() && activation.hasItems(found.get())) {
            parts.workers().replayInOrder(session, () -> register(registration, true));
            return;
        }
        PendingActivation pending = prepared(wanted, found);
        forward(pending, registration);
        activate(pending);
    }

    private PendingActivation prepared(Negotiated wanted, Optional<InterconnectRecord> found) {
        String identity = wanted.identity();
        quota.take(identity);
        try {
            return activation.prepare(wanted, found);
        } catch (RuntimeException | Error e) {
            quota.giveBack(identity);
            throw e;
        }
    }

    /** The host's own surrogate is active at once. Another one's code runs on its own threads, and the session's worker does not wait for it. */
    private void activate(PendingActivation pending) {
        SurrogateLife life = pending.life();
        deactivations.add(life);
        activating.put(pending.interconnect().session(), pending);
        life.begin();
        if (closed) {
            pending.end(Disappearance.HOST_STOPPED);
        }
        if (life.active().isDone()) {
            activated(pending);
            return;
        }
        Duration limit = parts.limits().activation();
        parts.workers().deadlines().after(limit, () -> pending.tooLate(limit));
        CompletableFuture<?> unused = life.active().whenComplete((nothing, refusal) -> activatedLater(pending));
    }

    private void activatedLater(PendingActivation pending) {
        try {
            parts.workers().inOrder(pending.interconnect().session(), () -> activated(pending));
        } catch (BanipException e) {
            refuse(pending, e);
        }
    }

    /** In the order of the session's tasks. */
    private void activated(PendingActivation pending) {
        try {
            pending.life().active().join();
            appear(pending);
        } catch (CompletionException e) {
            BanipException refusal = e.getCause() instanceof BanipException known
                    ? known
                    : new BanipException(ErrorCode.INTERNAL, "registration failed", e);
            activation.removeIfEmpty(pending.interconnect().record(), refusal);
            refuse(pending, refusal);
        }
    }

    private void appear(PendingActivation pending) {
        HostInterconnect interconnect = pending.interconnect();
        UUID session = interconnect.session();
        boolean appeared = interconnect.appear(() -> bySession.put(session, pending.activated()));
        if (!appeared) {
            bySession.put(session, pending.activated());
        }
        activating.remove(session, pending);
        registered.incrementAndGet();
        LOG.info(
                "{}: registered BAN {} with {} groups",
                interconnect.id(),
                interconnect.record().ban().id(),
                interconnect.record().ban().groups().size());
        Optional<Disappearance> reason = closed
                ? Optional.of(Disappearance.HOST_STOPPED)
                : pending.ended().or(() -> stoodStill(appeared));
        if (reason.isPresent()) {
            end(interconnect, reason.get());
            pending.answer().completeExceptionally(PendingActivation.refusal(reason.get()));
        } else {
            pending.answer().complete(interconnect.answer());
        }
    }

    /** A machine that stood still for so long makes the MBU register again. */
    private static Optional<Disappearance> stoodStill(boolean appeared) {
        return appeared ? Optional.empty() : Optional.of(Disappearance.CANCELLED);
    }

    /** Nobody saw it. Its place is free when the surrogate is over, which may be later. */
    private void refuse(PendingActivation pending, BanipException why) {
        HostInterconnect interconnect = pending.interconnect();
        UUID session = interconnect.session();
        SurrogateLife life = pending.life();
        settling.add(session, life.over());
        activating.remove(session, pending);
        InterconnectActivation.discard(pending.activated());
        life.end();
        CompletableFuture<?> unused =
                life.over().thenRun(() -> quota.giveBack(interconnect.record().identity()));
        pending.answer().completeExceptionally(why);
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

    /** All that are active or silent. */
    public List<HostInterconnect> all() {
        Collection<Activated> activated = bySession.values();
        List<HostInterconnect> all = new ArrayList<>();
        activated.forEach(one -> all.add(one.interconnect()));
        return all;
    }

    /**
     * Ends one for its MBU.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} or {@code FORBIDDEN}
     */
    public void deregister(UUID session, String identity) {
        PendingActivation pending = activating.get(session);
        if (pending == null) {
            end(find(session, identity), Disappearance.DEREGISTERED);
        } else {
            pending.interconnect().checkOwner(identity);
            endIfPresent(pending.interconnect(), Disappearance.DEREGISTERED);
        }
    }

    /** Ends one, unless it has ended. */
    void endIfPresent(HostInterconnect interconnect, Disappearance reason) {
        PendingActivation pending = activating.get(interconnect.session());
        if (pending != null && pending.interconnect() == interconnect) {
            pending.end(reason);
        }
        // Last: it may have appeared meanwhile.
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
        Activated activated = Objects.requireNonNull(bySession.get(session), "it has appeared");
        CompletableFuture<@Nullable Void> settled = interconnect.settled();
        CompletableFuture<@Nullable Void> deactivated = activated.life().over();
        CompletableFuture<@Nullable Void> over = CompletableFuture.allOf(settled, deactivated);
        settling.add(session, over);
        bySession.remove(session, activated);
        CompletableFuture<?> unusedRemoval = settled.thenRun(() -> removeIfEmpty(interconnect, reason));
        giveBackPlace(activated);
        ended.merge(reason, 1L, Long::sum);
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

    /** A registration without data leaves nothing behind. */
    private void removeIfEmpty(HostInterconnect interconnect, Disappearance reason) {
        if (reason == Disappearance.HOST_STOPPED || interconnect.storedAnything()) {
            return;
        }
        UUID session = interconnect.session();
        try {
            parts.workers().inOrder(session, () -> {
                if (!bySession.containsKey(session) && !activating.containsKey(session)) {
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
        activating.values().forEach(pending -> pending.end(Disappearance.HOST_STOPPED));
        all().forEach(interconnect -> end(interconnect, Disappearance.HOST_STOPPED));
        deactivations.await(LONGEST_DEACTIVATION);
    }
}

package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
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

/**
 * Registers sessions: each attaches to its interconnect if this host has it, or takes over its record, or begins a new one. The registrations of a
 * session are done in order, on a worker. Any thread.
 */
final class Registrations {
    private static final Logger LOG = ServerLog.of(Registrations.class);

    private final HostParts parts;
    private final Sessions sessions;
    private final InterconnectQuota quota;
    private final Endings endings;
    private final Deactivations deactivations;
    private final InterconnectActivation activation;
    private final AtomicLong registered = new AtomicLong();

    private volatile boolean closed;

    Registrations(
            HostParts parts, Sessions sessions, InterconnectQuota quota, Endings endings, Deactivations deactivations) {
        this.parts = parts;
        this.sessions = sessions;
        this.quota = quota;
        this.endings = endings;
        this.deactivations = deactivations;
        activation = new InterconnectActivation(parts, endings::endIfPresent);
    }

    /**
     * Opens an interconnect, or attaches to the one of the same session; done on a worker, which waits for nothing but the store's
     * reads and writes: what an ended interconnect of the same session gave to the store, and a surrogate that is being activated, are waited for
     * without a thread. A session that has data in the store goes on to a worker for replays.
     *
     * @param wanted whether somebody still waits for the answer; asked on the worker, before the session is taken over or begun
     */
    CompletableFuture<RegistrationAnswer> register(
            RegistrationRequest request, String identity, BooleanSupplier wanted) {
        CompletableFuture<RegistrationAnswer> answer = new CompletableFuture<>();
        Registration registration = new Registration(request, identity, wanted, answer);
        parts.workers().inOrder(request.session(), () -> register(registration, false));
        return answer;
    }

    /** What an MBU asked for, and where its answer goes. */
    private record Registration(
            RegistrationRequest request,
            String identity,
            BooleanSupplier wanted,
            CompletableFuture<RegistrationAnswer> answer) {
        /** The MBU may have gone to another host meanwhile, from which a late registration would take the session back. */
        void checkWanted() {
            if (!wanted.getAsBoolean()) {
                throw new BanipException(ErrorCode.SILENT, "nobody waits for this registration any more");
            }
        }
    }

    private void register(Registration registration, boolean mayReplay) {
        UUID session = registration.request().session();
        try {
            Negotiated wanted = activation.negotiate(registration.request(), registration.identity());
            // An ended interconnect's data are stored before the record is read, its surrogate is over before the next.
            if (!attached(registration, wanted)
                    && !sessions.delays(session, registration.answer(), () -> registerAgain(registration))) {
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
        Activated present = sessions.present(wanted.request().session());
        if (present != null) {
            attach(present, wanted, registration);
            return true;
        }
        PendingActivation pending = sessions.activating(wanted.request().session());
        if (pending != null) {
            wanted.check(pending.interconnect().record());
            if (wanted.addsTo(pending.interconnect().record())) {
                CompletableFuture<?> unused =
                        pending.answer().whenComplete((answer, refusal) -> registerAgain(registration));
            } else {
                forward(pending, registration);
            }
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
        registration.checkWanted();
        PendingActivation pending;
        try {
            pending = prepared(wanted, found);
        } catch (BanipException e) {
            if (found.isPresent() || e.code() != ErrorCode.SESSION_MISMATCH) {
                throw e;
            }
            // Another host has just begun the same session, for a registration of the same MBU that came by another
            // way.
            if (activation.find(wanted).isEmpty()) {
                throw new BanipException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        "another host has begun and removed session " + session + " at this moment",
                        e);
            }
            registerNow(registration, wanted, mayReplay);
            return;
        }
        forward(pending, registration);
        activate(pending);
    }

    /** What this host knows is old if another host has stored more meanwhile. */
    private void attach(Activated present, Negotiated wanted, Registration registration) {
        HostInterconnect interconnect = present.interconnect();
        wanted.check(interconnect.record());
        Optional<Disappearance> gone = Resynchronisation.whyGone(parts.store(), interconnect.record());
        if (gone.isEmpty()) {
            if (wanted.addsTo(interconnect.record())) {
                registration.checkWanted();
                CompletableFuture<?> unused = activation
                        .addGroups(interconnect, wanted)
                        .whenComplete((nothing, failure) -> groupsAdded(registration, failure));
            } else {
                interconnect.agree(registration.request());
                interconnect.keep();
                LOG.info("{}: attached again", interconnect.id());
                registration.answer().complete(interconnect.answer());
            }
            return;
        }
        endings.endIfPresent(interconnect, gone.get());
        Activated still = sessions.present(interconnect.session());
        if (still != null && still.interconnect() == interconnect) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "interconnect " + interconnect.id() + " is ending");
        }
        register(registration, false);
    }

    private void groupsAdded(Registration registration, @Nullable Throwable failure) {
        if (failure == null) {
            registerAgain(registration);
        } else {
            registration
                    .answer()
                    .completeExceptionally(
                            failure instanceof BanipException
                                    ? failure
                                    : new BanipException(ErrorCode.INTERNAL, "registration failed", failure));
        }
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
        sessions.begin(pending);
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
        boolean appeared = interconnect.appear(() -> sessions.put(pending.activated()));
        if (!appeared) {
            sessions.put(pending.activated());
        }
        sessions.began(pending);
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
            endings.end(interconnect, reason.get());
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
        SurrogateLife life = pending.life();
        CompletableFuture<@Nullable Void> over = life.over();
        sessions.refuse(pending, over);
        InterconnectActivation.discard(pending.activated());
        life.end();
        String identity = pending.interconnect().record().identity();
        CompletableFuture<?> unused = over.thenRun(() -> quota.giveBack(identity));
        pending.answer().completeExceptionally(why);
    }

    /** How many were registered, re-attachments not counted. */
    long registered() {
        return registered.get();
    }

    /** The host stops: no more registrations, and those that wait for a surrogate end. */
    void close() {
        closed = true;
        sessions.activating().forEach(pending -> pending.end(Disappearance.HOST_STOPPED));
    }
}

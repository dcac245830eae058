package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.api.Disappearance;

/** All interconnects of a host that are active or silent, by session. Any thread. */
public final class Interconnects {
    private static final Duration LONGEST_DEACTIVATION = Duration.ofSeconds(10);

    private final HostParts parts;
    private final Sessions sessions;
    private final Deactivations deactivations = new Deactivations();
    private final Endings endings;
    private final Registrations registrations;

    /** None yet. */
    public Interconnects(HostParts parts) {
        this.parts = parts;
        sessions = new Sessions(parts.workers().deadlines());
        InterconnectQuota quota = new InterconnectQuota(parts.limits());
        endings = new Endings(parts, sessions, quota);
        registrations = new Registrations(parts, sessions, quota, endings, deactivations);
    }

    /**
     * Opens an interconnect, or attaches to the one of the same session.
     *
     * @param identity whom the broker authenticated
     * @param wanted whether somebody still waits for the answer; otherwise no session is taken over or begun
     * @return the answer, or an exception with the code of what is wrong
     */
    public CompletableFuture<RegistrationAnswer> register(
            RegistrationRequest request, String identity, BooleanSupplier wanted) {
        return registrations.register(request, identity, wanted);
    }

    /** The interconnect of a session, if it is active or silent. */
    public Optional<HostInterconnect> find(UUID session) {
        return Optional.ofNullable(sessions.present(session)).map(Activated::interconnect);
    }

    /**
     * The interconnect of a session, for its MBU.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} or {@code FORBIDDEN}
     */
    public HostInterconnect find(UUID session, String identity) {
        Activated activated = sessions.present(session);
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
        return sessions.present().size();
    }

    /** All that are active or silent. */
    public List<HostInterconnect> all() {
        return sessions.present().stream().map(Activated::interconnect).toList();
    }

    /**
     * The one of a session.
     *
     * @param session a UUID as text
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} if there is none
     */
    public HostInterconnect named(String session) {
        return all().stream()
                .filter(interconnect -> interconnect.session().toString().equals(session))
                .findFirst()
                .orElseThrow(() -> new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "no such surrogate here"));
    }

    /**
     * Ends one for its MBU.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} or {@code FORBIDDEN}
     */
    public void deregister(UUID session, String identity) {
        PendingActivation pending = sessions.activating(session);
        if (pending == null) {
            endings.end(find(session, identity), Disappearance.DEREGISTERED);
        } else {
            pending.interconnect().checkOwner(identity);
            endings.endIfPresent(pending.interconnect(), Disappearance.DEREGISTERED);
        }
    }

    /** Ends one; what is stored stays. */
    public void end(HostInterconnect interconnect, Disappearance reason) {
        endings.end(interconnect, reason);
    }

    /** Looks at the clock; to be called several times in a keep-alive interval. */
    public void tick() {
        parts.quotas().tick(parts.workers()::look);
        parts.storageLog().tick();
        long now = parts.clock().monotonicNanos();
        for (Activated activated : sessions.present()) {
            activated.interconnect().tick(now);
        }
    }

    /** How many were registered, re-attachments not counted. */
    public long registered() {
        return registrations.registered();
    }

    /** How many ended, for this reason. */
    public long ended(Disappearance reason) {
        return endings.ended(reason);
    }

    /** Ends all, and waits for their surrogates' deactivation: the host stops. */
    public void close() {
        registrations.close();
        all().forEach(interconnect -> end(interconnect, Disappearance.HOST_STOPPED));
        deactivations.await(LONGEST_DEACTIVATION);
    }
}

package org.banip.mbu.interconnect;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.mbu.settings.PathSettings;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of which the frames follow the first registration of a session without a wait for its answer (docs/protocol.md, section 3.1). With several
 * paths each of them may register, and send frames behind that; the first answer counts. Guarded by itself.
 */
final class EarlyExchanges {
    private final InterconnectSetup setup;
    /** Those that began before the session was registered. */
    private final Set<Exchange> open = new HashSet<>();
    /** Those of them that have sent the registration. */
    private final Set<Exchange> sent = new HashSet<>();

    /** Whether no attempt to register this session has failed, and no earlier process has made one. Only then is it known that every group starts at 0. */
    private boolean first;

    EarlyExchanges(InterconnectSetup setup) {
        this.setup = setup;
        first = !setup.spool().journal().isResumed();
    }

    /** Returns what the host will answer to the first registration; null if this path must wait for the answer. */
    synchronized @Nullable RegistrationAnswer foreseen(UUID session, PathSettings path) {
        boolean fromZero = Arrays.stream(setup.spool().released()).allMatch(next -> next == 0);
        if (!first || !fromZero || !mayCarry(path)) {
            return null;
        }
        return ForeseenAnswer.to(setup.registrationOf(session), setup);
    }

    /** A backup carries nothing while others may. Brokers of paths of their own may choose different hosts until one has answered. */
    private boolean mayCarry(PathSettings path) {
        return !setup.severalPaths()
                || (path.role() == PathSettings.Role.NORMAL
                        && setup.paths().stream()
                                .noneMatch(each -> each.settings().broker().isPresent()));
    }

    /** An exchange of a session that is not registered yet has begun. */
    synchronized void begins(Exchange exchange) {
        open.add(exchange);
    }

    /** The registration is being sent. */
    synchronized void sends(Exchange exchange) {
        sent.add(exchange);
    }

    /** What it has sent may be stored, if its registration was not answered. */
    synchronized void ends(Exchange exchange) {
        boolean unanswered = open.remove(exchange);
        if (sent.remove(exchange) && unanswered) {
            failed();
        }
    }

    /** An attempt to register this session has failed. */
    synchronized void failed() {
        first = false;
    }

    /** Whether frames may be under way that the host takes when it has the registration. */
    synchronized boolean areOpen() {
        return !open.isEmpty();
    }

    /** The host has answered: from now on these are exchanges as all others. */
    synchronized void registered() {
        open.clear();
    }

    /** Another session begins, which nobody has tried to register. */
    synchronized void another() {
        open.clear();
        first = true;
    }
}

package org.banip.mbu.interconnect;

import java.io.IOException;
import java.util.Arrays;
import java.util.UUID;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;

/**
 * Registers the session. Links do not wait for each other's registration, because a network may hang: each link registers through its own uplink, and
 * the first answer counts. The host accepts the same registration any number of times. The threads of the links; guarded by the session. No lock is
 * held while the host is asked.
 */
final class Registering {
    private final Session session;
    private final InterconnectSetup setup;
    private final SpoolLog spool;
    private final StoreEnd storeEnd;
    private final SessionReport report;
    private final Agreement agreement = new Agreement();

    /** Whether nobody has tried to register this session: no link, and no earlier process. Only then is it known that every group starts at 0. */
    private boolean untried;

    /** The broker of the last answer. */
    private @Nullable Chosen registeredAt;

    private volatile boolean everRegistered;

    Registering(Session session, InterconnectSetup setup) {
        this.session = session;
        this.setup = setup;
        spool = setup.spool();
        storeEnd = new StoreEnd(setup);
        report = new SessionReport(setup);
        untried = !spool.journal().isResumed();
    }

    /** What is agreed. The caller holds the session's monitor. */
    Agreement agreement() {
        return agreement;
    }

    /** Whether the host has ever answered; any thread. */
    boolean everRegistered() {
        return everRegistered;
    }

    /** Another broker is used. The caller holds the session's monitor. */
    void moved() {
        agreement.forget();
        storeEnd.forget();
    }

    /** Another session has begun. The caller holds the session's monitor. */
    void begun() {
        agreement.forget();
        storeEnd.forget();
        untried = true;
    }

    // --- a link connects ---

    /**
     * Returns what is agreed; registers if nothing is.
     *
     * @param link the number of the link that asks
     * @param errors of this link. If it doubts what is agreed, it registers in any case. What is agreed stays then, unless the answer shows that it is
     *     wrong
     */
    RegistrationAnswer agreed(Uplink uplink, Chosen at, int link, LinkErrors errors) throws IOException {
        boolean doubts = errors.doubts();
        RegistrationAnswer answer = doubts ? null : current(at);
        if (answer != null && session.additions().areDue()) {
            answer = session.additions().register(uplink, at, answer);
        }
        while (answer == null) {
            tried();
            long[] acknowledged = spool.released();
            GroupAdditions.Registered registered = session.additions().registered(uplink, session.id());
            RegistrationAnswer said = RegistrationCheck.read(registered.document(), registered.asked(), setup);
            answer = doubts ? confirmed(at, link, said, acknowledged, errors) : null;
            if (answer == null) {
                answer = registered(registered.asked().session(), at, said, false);
                errors.registered();
            }
        }
        return answer;
    }

    private @Nullable RegistrationAnswer current(Chosen at) throws BrokerLeftException {
        synchronized (session) {
            session.requirePresent(at);
            return agreement.current();
        }
    }

    /** The registration of this session is being sent. */
    void tried() {
        synchronized (session) {
            untried = false;
        }
    }

    /**
     * Returns what the host will answer to the registration of this session, if nobody has tried to register it, so that frames can follow the
     * registration at once. Null if the link must wait for the answer.
     */
    @Nullable
    RegistrationAnswer foreseen() {
        synchronized (session) {
            if (session.additions().any()) {
                return null; // if the host refuses one of them, the others are registered without it
            }
            boolean fromZero = Arrays.stream(spool.released()).allMatch(next -> next == 0);
            if (agreement.current() != null || !untried || !fromZero || setup.severalPaths()) {
                return null;
            }
            return ForeseenAnswer.to(setup.registrationOf(session.id()), setup);
        }
    }

    // --- the host answers ---

    /** Takes the answer to a registration; frames were sent right behind it. */
    RegistrationAnswer registeredWhileCarrying(RegistrationRequest asked, Chosen at, String document)
            throws IOException {
        RegistrationAnswer answer = RegistrationCheck.read(document, asked, setup);
        if (registered(asked.session(), at, answer, true) == null
                || answer.groups().stream().anyMatch(group -> group.nextSequence() != 0)) {
            throw new ForeseenWronglyException();
        }
        return answer;
    }

    /**
     * Continues as the host answered, unless another link has registered first. Returns null if another session has begun meanwhile.
     *
     * @param carrying whether the only link has already sent frames behind the registration, which go on
     */
    private @Nullable RegistrationAnswer registered(UUID asked, Chosen at, RegistrationAnswer answer, boolean carrying)
            throws BrokerLeftException {
        synchronized (session) {
            session.requirePresent(at);
            if (agreement.current() != null || !asked.equals(session.id())) {
                return agreement.current();
            }
            boolean elsewhere = setup.brokers().several() && !at.equals(registeredAt);
            if (!storeEnd.isLossConfirmed(answer, elsewhere)) {
                return null;
            }
            if (elsewhere && !storeEnd.isKnownWhatIsMissing(answer)) {
                registeredAt = at;
                session.beginAnother();
                return null;
            }
            registeredAt = at;
            goOn(answer, carrying);
            agreement.agree(answer);
            everRegistered = true;
            took(answer);
            report.registered(session.label(), session.id(), answer);
            return answer;
        }
    }

    private void goOn(RegistrationAnswer answer, boolean carrying) {
        if (!carrying) {
            spool.giveBackAll();
        }
        for (int g = 0; g < answer.groups().size(); g++) {
            long next = answer.groups().get(g).nextSequence();
            report.declared(storeEnd.lostBy(session.label(), g, next));
            if (!carrying) {
                spool.goOn(g, next);
            }
        }
    }

    private void took(RegistrationAnswer answer) {
        session.additions().agreed(answer.groups().size());
        spool.claimable(answer.groups().size());
        session.counters().registrations.incrementAndGet();
    }

    /**
     * A link has registered because it doubted what is agreed. That stays if the answer is the same, or if the host answers on another link, which
     * shows that the session lives; then the link goes on doubting, and if the next such answer is the same, it counts. What other links have under way
     * is not given back.
     *
     * @param acknowledged what the host had acknowledged when it was asked
     * @param errors of the link
     * @return what is agreed; null if nothing is any more: the answer shows that it is wrong, or there is no other path
     */
    private @Nullable RegistrationAnswer confirmed(
            Chosen at, int link, RegistrationAnswer answer, long[] acknowledged, LinkErrors errors)
            throws BrokerLeftException {
        synchronized (session) {
            session.requirePresent(at);
            RegistrationAnswer before = agreement.current();
            if (before == null || !answer.interconnect().equals(session.id())) {
                return before;
            }
            boolean same = Agreement.isSame(before, answer);
            boolean right = same || (session.connections().isAnsweredBeside(link) && !agreement.differsAgain(answer));
            if (!setup.severalPaths() || !right || !Agreement.hasAll(before, answer, acknowledged)) {
                agreement.end();
                return null;
            }
            if (same) {
                errors.registered();
            }
            if (same && answer.groups().size() > before.groups().size()) {
                return added(at, answer);
            }
            session.counters().registrations.incrementAndGet();
            return before;
        }
    }

    // --- groups that were added ---

    /**
     * Whether the host has answered, and does not have all groups yet. The caller holds the session's monitor.
     *
     * @param refused whether it has refused some. A host of an older version is not asked again: that would take a new session each time
     */
    boolean lacksGroups(boolean refused) {
        RegistrationAnswer agreed = agreement.current();
        return agreed != null && agreed.groups().size() < setup.groupCount() && (agreed.adding() || !refused);
    }

    /**
     * Continues with the groups that the host has taken, unless another link has registered the same ones. Returns what is agreed now; null if
     * nothing is, or another session has begun.
     */
    @Nullable
    RegistrationAnswer added(Chosen at, RegistrationAnswer answer) throws BrokerLeftException {
        synchronized (session) {
            session.requirePresent(at);
            RegistrationAnswer before = agreement.current();
            if (before == null || !answer.interconnect().equals(session.id())) {
                return null;
            }
            for (int g = before.groups().size(); g < answer.groups().size(); g++) {
                long next = answer.groups().get(g).nextSequence();
                report.declared(storeEnd.lostBy(session.label(), g, next));
                spool.goOn(g, next);
            }
            if (answer.groups().size() > before.groups().size()) {
                agreement.agree(answer);
                session.additions().taken();
                took(answer);
                report.added(session.label(), session.id(), answer.groups().size());
            }
            return agreement.current();
        }
    }
}

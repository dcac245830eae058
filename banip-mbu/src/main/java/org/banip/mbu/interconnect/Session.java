package org.banip.mbu.interconnect;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;

/**
 * The session, which survives all links. It is registered, resumed, or replaced by another session; {@link GroupAdditions} registers groups that are added,
 * {@link Deregistration} ends it. It knows how to react to errors, what the host has stored, and how far the host's clock is ahead. Guarded by itself,
 * except for what is volatile. No lock is held while the host is asked.
 */
final class Session {
    private static final int LABEL_DIGITS = 8;
    private final InterconnectSetup setup;
    private final SpoolLog spool;
    private final SessionReport report;
    private final ErrorPolicy errors;
    private final StoreEnd storeEnd;
    private final Care care;
    private final GroupAdditions additions;
    private final ClockFilter clockFilter = new ClockFilter();
    private final LinkCounters counters = new LinkCounters();

    private volatile UUID id;
    private volatile String label;
    private volatile boolean everRegistered;
    private volatile boolean finishing;

    /** Of the connections of all links: an acknowledgement may come on another link than the item went. */
    private final List<SendWindow> windows = new CopyOnWriteArrayList<>();

    /** Whether nobody has tried to register this session: no link, and no earlier process. Only then is it known that every group starts at 0. */
    private boolean untried;

    /** The broker that counts: what comes from a former one is ignored. Null if none was chosen yet. */
    private @Nullable Chosen broker;
    /** That of the last answer to a registration. */
    private @Nullable Chosen registeredAt;
    /** The exchanges that are open now. */
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();

    private @Nullable RegistrationAnswer agreed;

    Session(InterconnectSetup setup) {
        this.setup = setup;
        errors = new ErrorPolicy(setup.reconnect(), setup.described().hasOlderChain());
        spool = setup.spool();
        report = new SessionReport(setup);
        storeEnd = new StoreEnd(setup);
        care = new Care(spool, errors);
        untried = !spool.journal().isResumed();
        broker = setup.brokers().chosen().orElse(null);
        id = setup.registration().session();
        label = labelOf(id);
        additions = new GroupAdditions(this, setup);
    }

    /** The session's UUID; any thread. */
    UUID id() {
        return id;
    }

    /** The first word of each log line: the first eight digits of the session; any thread. */
    String label() {
        return label;
    }

    private static String labelOf(UUID id) {
        return id.toString().substring(0, LABEL_DIGITS);
    }

    /** Whether the host has ever answered a registration; any thread. */
    boolean everRegistered() {
        return everRegistered;
    }

    /** Whether it, or an earlier process whose spool it goes on with, was once accepted by a host; any thread. */
    boolean everAccepted() {
        return everRegistered || Arrays.stream(spool.released()).anyMatch(next -> next > 0);
    }

    /**
     * Returns the agreed registration; registers if there is none. Links do not wait for each other's registration, because a network may hang.
     * Each link registers through its own uplink, and the first answer counts. The host accepts the same registration any number of times.
     */
    RegistrationAnswer agreed(Uplink uplink, Chosen at) throws IOException {
        RegistrationAnswer answer = current(at);
        if (answer != null && additions.areDue()) {
            answer = additions.register(uplink, at, answer);
        }
        while (answer == null) {
            RegistrationRequest asked = additions.registrationOf(id);
            tried();
            String document = additions.registered(uplink, asked);
            if (document != null) {
                answer = registered(asked.session(), at, RegistrationCheck.read(document, asked, setup), false);
            }
        }
        return answer;
    }

    /**
     * All links use another broker. The session is registered there, even if both brokers have the same hosts: only the answer tells where the store
     * behind this broker ends.
     */
    synchronized void moved(Chosen to) {
        broker = to;
        agreed = null;
        storeEnd.forget();
        errors.moved();
        setup.described().useOlderChain(false);
        additions.askAnew();
        care.end();
        spool.wantKeys(); // another store can decode what is encoded from here on
    }

    private void requirePresent(Chosen at) throws BrokerLeftException {
        if (!at.equals(broker)) {
            throw new BrokerLeftException();
        }
    }

    // --- groups that were added ---

    GroupAdditions additions() {
        return additions;
    }

    /**
     * Whether the host has answered, and does not have all groups yet.
     *
     * @param refused whether it has refused some. A host of an older version is not asked again: that would take a new session each time
     */
    synchronized boolean lacksGroups(boolean refused) {
        return agreed != null && agreed.groups().size() < setup.groupCount() && (agreed.adding() || !refused);
    }

    /**
     * Continues with the groups that the host has taken, unless another link has registered the same ones. Returns what is agreed now; null if
     * nothing is, or another session has begun.
     */
    synchronized @Nullable RegistrationAnswer added(Chosen at, RegistrationAnswer answer) throws BrokerLeftException {
        requirePresent(at);
        RegistrationAnswer before = agreed;
        if (before == null || !answer.interconnect().equals(id)) {
            return null;
        }
        for (int g = before.groups().size(); g < answer.groups().size(); g++) {
            long next = answer.groups().get(g).nextSequence();
            report.declared(storeEnd.lostBy(label(), g, next));
            spool.goOn(g, next);
        }
        if (answer.groups().size() > before.groups().size()) {
            agreed = answer;
            additions.taken();
            additions.agreed(answer.groups().size());
            counters.registrations.incrementAndGet();
            spool.claimable(answer.groups().size());
            report.added(label(), id, answer.groups().size());
        }
        return agreed;
    }

    /** Another session begins in place of a former one if no link uses that. Returns whether another one has begun, now or before. */
    synchronized boolean endsIfUnused(UUID former) {
        if (id.equals(former) && exchanges.isEmpty()) {
            beginAnother();
        }
        return !id.equals(former);
    }

    /** Ends the exchanges that are open now. */
    void breakOff(String why) {
        exchanges.forEach(exchange -> exchange.breakOff(new IOException(why)));
    }

    /**
     * An exchange of this session begins. It is of no use if another session has begun meanwhile.
     *
     * @throws IOException if another session has begun
     */
    synchronized void begins(Exchange exchange, RegistrationAnswer of) throws IOException {
        if (!of.interconnect().equals(id)) {
            throw new IOException("another session has begun");
        }
        exchanges.add(exchange);
    }

    void ends(Exchange exchange) {
        exchanges.remove(exchange);
    }

    // --- the registration ---

    /** The registration of this session is being sent. */
    synchronized void tried() {
        untried = false;
    }

    /**
     * Returns what the host will answer to the registration of this session, if nobody has tried to register it, so that frames can follow the
     * registration at once. Null if the link must wait for the answer.
     */
    synchronized @Nullable RegistrationAnswer foreseen() {
        if (additions.any()) {
            return null; // if the host refuses one of them, the others are registered without it
        }
        boolean fromZero = Arrays.stream(spool.released()).allMatch(next -> next == 0);
        if (agreed != null || !untried || !fromZero || setup.paths().size() > 1) {
            return null;
        }
        return ForeseenAnswer.to(setup.registrationOf(id), setup);
    }

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

    /** Whether the host has answered the registration of this session. */
    boolean isAgreed() {
        return current() != null;
    }

    /** What the host has answered to the registration of this session; null if it has not. */
    synchronized @Nullable RegistrationAnswer current() {
        return agreed;
    }

    private synchronized @Nullable RegistrationAnswer current(Chosen at) throws BrokerLeftException {
        requirePresent(at);
        return agreed;
    }

    /**
     * Continues as the host answered, unless another link has registered first. Returns null if another session has begun meanwhile.
     *
     * @param carrying whether the only link has already sent frames behind the registration, which go on
     */
    private synchronized @Nullable RegistrationAnswer registered(
            UUID asked, Chosen at, RegistrationAnswer answer, boolean carrying) throws BrokerLeftException {
        requirePresent(at);
        if (agreed != null || !asked.equals(id)) {
            return agreed;
        }
        if (!carrying) {
            spool.giveBackAll();
        }
        boolean elsewhere = setup.brokers().several() && !at.equals(registeredAt);
        if (!storeEnd.isLossConfirmed(answer, elsewhere)) {
            return null;
        }
        if (elsewhere && !storeEnd.isKnownWhatIsMissing(answer)) {
            registeredAt = at;
            beginAnother();
            return null;
        }
        registeredAt = at;
        for (int g = 0; g < answer.groups().size(); g++) {
            long next = answer.groups().get(g).nextSequence();
            report.declared(storeEnd.lostBy(label(), g, next));
            if (!carrying) {
                spool.goOn(g, next);
            }
        }
        agreed = answer;
        additions.agreed(answer.groups().size());
        spool.claimable(answer.groups().size());
        everRegistered = true;
        counters.registrations.incrementAndGet();
        report.registered(label(), id, answer);
        return answer;
    }

    /** Declares gaps in place of the sent packets that the host cannot decode, and continues after them. */
    synchronized void giveUpOutstanding() {
        List<Integer> groups = spool.outstandingGroups();
        spool.giveBackAll();
        for (int group : groups) {
            report.gaveUp(label(), group, spool.giveUpFirst(group));
        }
    }

    /** The host does not hold the interconnect, so the MBU must register again. */
    synchronized void forgotten() {
        agreed = null;
    }

    /** The host does not know the chain: it is asked for the one that hosts of an older version know. Packets stay as they are. */
    synchronized void useOlderChain() {
        agreed = null;
        additions.askAnew();
        setup.described().useOlderChain(true);
        RegistrationRequest asked = setup.registrationOf(id);
        setup.events().emit(new MbuEvent.ChainReplaced(setup.registration().chain(), asked.chain()));
    }

    /** Begins another session with all items that are not acknowledged. */
    synchronized void beginAnother() {
        agreed = null;
        untried = true;
        additions.askAnew();
        storeEnd.forget();
        String former = label();
        UUID next = UUID.randomUUID();
        id = next;
        label = labelOf(next);
        report.begun(label(), id, former);
        report.declared(spool.renumber(next));
    }

    // --- what the host has stored ---

    /**
     * The host has stored all items of a group before a sequence number.
     *
     * @return whether this was not known before, and the broker is the present one
     */
    boolean acknowledged(Chosen at, int group, long next) {
        if (!release(at, group, next)) {
            return false;
        }
        setup.meter().acknowledged(group, next);
        boolean careful = care.acknowledged();
        setup.events().emit(new MbuEvent.Acknowledged(setup.groupName(group), next));
        setup.progress().changed();
        if (careful || finishing || setup.paths().size() > 1) {
            setup.scheduler()
                    .itemAdded(); // one more packet may be sent, perhaps by another path, or everything is stored
        }
        return true;
    }

    /** What the host behind a former broker has stored must not be left out at the present one, which may have a store of its own. */
    private synchronized boolean release(Chosen at, int group, long next) {
        return at.equals(broker) && spool.release(group, next);
    }

    Care care() {
        return care;
    }

    ErrorPolicy errors() {
        return errors;
    }

    ClockFilter clockFilter() {
        return clockFilter;
    }

    LinkCounters counters() {
        return counters;
    }

    // --- links ---

    /** The send windows of the connections that are open now; may be changed. */
    List<SendWindow> windows() {
        return windows;
    }

    /** Whether there is no other link. Only then do both sides know the same last packets. */
    boolean onlyLink() {
        return windows.size() == 1;
    }

    // --- the end ---

    /** The app wants to end: nothing more is put into the spool. */
    void finish() {
        finishing = true;
        setup.scheduler().itemAdded();
    }

    boolean finishing() {
        return finishing;
    }

    /** Whether the app wants to end, and everything is stored. */
    boolean nothingLeft() {
        return finishing && spool.packets() == 0;
    }
}

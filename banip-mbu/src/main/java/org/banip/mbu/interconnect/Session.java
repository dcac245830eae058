package org.banip.mbu.interconnect;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;

/**
 * The session, which survives all links. It is registered, resumed, or replaced by another session; {@link Registering} registers it, {@link
 * GroupAdditions} groups that are added, {@link Deregistration} ends it. It knows how to react to errors, what the host has stored, and how far the
 * host's clock is ahead. Guarded by itself, except for what is volatile. No lock is held while the host is asked.
 */
final class Session {
    private static final int LABEL_DIGITS = 8;
    private final InterconnectSetup setup;
    private final SpoolLog spool;
    private final SessionReport report;
    private final ErrorPolicy errors;
    private final FinalErrors finalErrors = new FinalErrors();
    private final Connections connections = new Connections();
    private final Care care;
    private final GroupAdditions additions;
    private final Registering registering;
    private final ClockFilter clockFilter = new ClockFilter();
    private final LinkCounters counters = new LinkCounters();

    private volatile UUID id;
    private volatile String label;
    private volatile boolean finishing;

    /** The broker that counts: what comes from a former one is ignored. Null if none was chosen yet. */
    private @Nullable Chosen broker;

    Session(InterconnectSetup setup) {
        this.setup = setup;
        errors = new ErrorPolicy(setup.reconnect(), setup.described().hasOlderChain());
        spool = setup.spool();
        report = new SessionReport(setup);
        care = new Care(spool, errors);
        broker = setup.brokers().chosen().orElse(null);
        id = setup.registration().session();
        label = labelOf(id);
        additions = new GroupAdditions(this, setup);
        registering = new Registering(this, setup);
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
        return registering.everRegistered();
    }

    /** Whether it, or an earlier process whose spool it goes on with, was once accepted by a host; any thread. */
    boolean everAccepted() {
        return everRegistered() || Arrays.stream(spool.released()).anyMatch(next -> next > 0);
    }

    /**
     * All links use another broker. The session is registered there, even if both brokers have the same hosts: only the answer tells where the store
     * behind this broker ends.
     */
    synchronized void moved(Chosen to) {
        broker = to;
        registering.moved();
        errors.moved();
        setup.described().useOlderChain(false);
        additions.askAnew();
        care.end();
        spool.wantKeys(); // another store can decode what is encoded from here on
    }

    /** Checks that a broker is the present one. The caller holds this object's monitor. */
    void requirePresent(Chosen at) throws BrokerLeftException {
        if (!at.equals(broker)) {
            throw new BrokerLeftException();
        }
    }

    // --- the registration ---

    /** Registers it. */
    Registering registering() {
        return registering;
    }

    /** Registers groups that were added. */
    GroupAdditions additions() {
        return additions;
    }

    /** Whether the host has answered the registration of this session. */
    synchronized boolean isAgreed() {
        return registering.agreement().current() != null;
    }

    /** The last answer of the host to this session, even if it must be registered again; null if there was none. */
    synchronized @Nullable RegistrationAnswer lastAnswer() {
        return registering.agreement().last();
    }

    /** Another session begins in place of a former one if no link uses that. Returns whether another one has begun, now or before. */
    synchronized boolean endsIfUnused(UUID former) {
        if (id.equals(former) && !connections.isAnyOpen()) {
            beginAnother();
        }
        return !id.equals(former);
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
        connections.opened(exchange);
    }

    // --- the session goes on, or another one begins ---

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
        registering.agreement().end();
    }

    /** The host does not know the chain: it is asked for the one that hosts of an older version know. Packets stay as they are. */
    synchronized void useOlderChain() {
        registering.agreement().end();
        additions.askAnew();
        setup.described().useOlderChain(true);
        RegistrationRequest asked = setup.registrationOf(id);
        setup.events().emit(new MbuEvent.ChainReplaced(setup.registration().chain(), asked.chain()));
    }

    /** Begins another session with all items that are not acknowledged. */
    synchronized void beginAnother() {
        registering.begun();
        additions.askAnew();
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

    /** What the session remembers of errors, whichever link had them. */
    ErrorPolicy errors() {
        return errors;
    }

    /** Of all paths. */
    FinalErrors finalErrors() {
        return finalErrors;
    }

    ClockFilter clockFilter() {
        return clockFilter;
    }

    LinkCounters counters() {
        return counters;
    }

    /** The connections of all links. */
    Connections connections() {
        return connections;
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

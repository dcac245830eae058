package org.banip.mbu.interconnect;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Gap;
import org.banip.mbu.spool.Spool;
import org.banip.mbu.status.MbuEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session: registered, gone on with where the host says, given up for another, deregistered. Belongs to the sending thread, but for
 * what is volatile.
 */
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final int LABEL_DIGITS = 8;

    private final InterconnectSetup setup;
    private final HostContact contact;
    private final Spool spool;

    private volatile UUID id;
    private volatile boolean everRegistered;
    private @Nullable RegistrationAnswer agreed;

    Session(InterconnectSetup setup, HostContact contact) {
        this.setup = setup;
        this.contact = contact;
        spool = setup.spool();
        id = setup.registration().session();
    }

    /** The session's UUID; any thread. */
    UUID id() {
        return id;
    }

    /** What a log line begins with: the first eight digits of the session; any thread. */
    String label() {
        return id.toString().substring(0, LABEL_DIGITS);
    }

    /** Whether the host ever answered a registration; any thread. */
    boolean everRegistered() {
        return everRegistered;
    }

    /** What was agreed; registers if nothing is. */
    RegistrationAnswer agreed() throws IOException {
        RegistrationAnswer answer = agreed;
        return answer == null ? register() : answer;
    }

    private RegistrationAnswer register() throws IOException {
        String document = setup.uplink().register(setup.registrationOf(id).toJson());
        RegistrationAnswer answer = RegistrationCheck.read(document, id, setup);
        spool.rewind();
        for (int g = 0; g < setup.groupCount(); g++) {
            goOnAt(g, answer.groups().get(g).nextSequence());
        }
        agreed = answer;
        everRegistered = true;
        contact.counters().registrations.incrementAndGet();
        LOG.info("{} registered as {}", label(), setup.ban().id());
        setup.events().emit(new MbuEvent.Registered(id));
        setup.progress().changed();
        return answer;
    }

    /** "The answer tells where to go on": ahead, if acknowledgements were lost; behind, if the host lost what it had stored. */
    private void goOnAt(int group, long hostNext) {
        long released = spool.released()[group];
        if (hostNext >= released) {
            contact.acknowledged(label(), group, hostNext);
            return;
        }
        List<Gap> gaps = spool.declareLost(group, hostNext);
        LOG.warn(
                "{} the host has stored group {} up to {} only and had acknowledged up to {}; gaps declared: {}",
                label(),
                setup.groupName(group),
                hostNext,
                released,
                gaps.size());
        declared(gaps);
    }

    private void declared(List<Gap> gaps) {
        gaps.forEach(gap -> setup.events().emit(new MbuEvent.GapDeclared(setup.groupName(gap.group()), gap)));
    }

    /** Declares the packets that were sent and that the host cannot decode, and goes on after them. */
    void giveUpOutstanding() {
        List<Integer> groups = spool.outstandingGroups();
        spool.rewind();
        for (int group : groups) {
            List<Gap> gaps = spool.giveUpFirst(group);
            LOG.error(
                    "{} the host cannot decode a packet of group {}; gaps declared: {}, first: {}",
                    label(),
                    setup.groupName(group),
                    gaps.size(),
                    gaps.isEmpty() ? "none" : gaps.get(0));
            declared(gaps);
        }
    }

    /** The host does not hold the interconnect: what was agreed is void. */
    void forgotten() {
        agreed = null;
    }

    /** Begins another one with what is not acknowledged. */
    void beginAnother() {
        agreed = null;
        String former = label();
        id = UUID.randomUUID();
        LOG.warn("{} begins instead of session {}", label(), former);
        setup.events().emit(new MbuEvent.SessionBegun(id));
        declared(spool.renumber());
    }

    /** Ends the interconnect at the host, if there is one and the app wants it so. */
    void deregister() {
        RegistrationAnswer answer = agreed;
        if (answer != null && setup.deregister() && !deregistered(answer) && !deregistered(answer)) {
            LOG.warn("{} could not be deregistered and will expire", label());
        }
    }

    /** Tries to deregister; the first try may meet a connection that the host has closed in the meantime. */
    private boolean deregistered(RegistrationAnswer answer) {
        try {
            setup.uplink().deregister(answer.surrogate());
            LOG.info("{} deregistered", label());
            return true;
        } catch (IOException e) {
            LOG.debug("{} not deregistered", label(), e);
            return false;
        } catch (BanipException e) {
            LOG.warn("{} not deregistered: {}", label(), e.getMessage());
            return true; // the host has said its word
        }
    }
}

package org.banip.mbu.interconnect;

import java.io.IOException;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.Uplink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the groups that were added to a session, on a link that has no exchange open. Groups that the host has refused are left out when the session
 * is registered again, so that they do not hold up the others. The threads of the links; guarded by the session, except for
 * what is volatile or guards itself. No lock is held while the host is asked.
 */
final class GroupAdditions {
    private static final Logger LOG = LoggerFactory.getLogger(GroupAdditions.class);
    private final Session session;
    private final InterconnectSetup setup;
    private final AdditionTimes times = new AdditionTimes();
    /** How many groups the host had at the last answer; written under the session's monitor. */
    private volatile int agreedGroups = Integer.MAX_VALUE;
    /** How many groups are registered at once, because the host has refused more. */
    private int most = Integer.MAX_VALUE;

    GroupAdditions(Session session, InterconnectSetup setup) {
        this.session = session;
        this.setup = setup;
    }

    /** Notes how many groups of the session the host has. The caller holds the session's monitor. */
    void agreed(int groups) {
        agreedGroups = groups;
        if (groups >= setup.groupCount()) {
            most = Integer.MAX_VALUE;
        }
    }

    /** Another broker is used, or another session has begun: nothing of it was refused yet. The caller holds the session's monitor. */
    void askAnew() {
        most = Integer.MAX_VALUE;
        times.reset();
    }

    /** Whether groups were added to those of the start. */
    boolean any() {
        return setup.groupCount() > setup.described().firstGroups();
    }

    /**
     * A registration that the host has taken.
     *
     * @param document the answer
     */
    record Registered(RegistrationRequest asked, String document) {}

    /**
     * Registers the session: all groups, or fewer if the host refuses the others. Only if it takes fewer the others are left out from then on: a network
     * that refuses everything says nothing about groups.
     */
    Registered registered(Uplink uplink, UUID id) throws IOException {
        RegistrationRequest asked = registrationOf(id);
        BanipException refusal = null;
        while (true) {
            try {
                Registered taken = new Registered(asked, uplink.register(asked.toJson()));
                if (refusal != null) {
                    keepTo(asked.ban().groups().size());
                    refused(refusal);
                }
                return taken;
            } catch (BanipException e) {
                int groups = asked.ban().groups().size();
                if (groups <= setup.described().firstGroups() || !isOfGroups(e)) {
                    throw e;
                }
                // At first what the host has taken before is left; then what the app has described.
                asked = asked.ofFirst(
                        groups > agreedGroups ? agreedGroups : setup.described().firstGroups());
                refusal = e;
            }
        }
    }

    /** What is to be registered of the session. */
    private RegistrationRequest registrationOf(UUID id) {
        synchronized (session) {
            RegistrationRequest whole = setup.registrationOf(id);
            return whole.ban().groups().size() > most ? whole.ofFirst(most) : whole;
        }
    }

    private void keepTo(int groups) {
        synchronized (session) {
            most = groups;
        }
    }

    /** Whether the reason may be a group. */
    private static boolean isOfGroups(BanipException e) {
        switch (e.code()) {
            case INVALID_DESCRIPTION:
            case INVALID_CHAIN:
            case LIMIT_REACHED:
            case TOO_MUCH_HELD:
            case TOO_LONG:
            case FORBIDDEN:
                return true;
            default:
                return false;
        }
    }

    /** The host has taken groups that were added: it may be asked again at once when there are more. */
    void taken() {
        times.reset();
    }

    /** Whether there are groups that the host does not have, and it may be asked now. */
    boolean areDue() {
        synchronized (session) {
            return session.registering().lacksGroups(most < Integer.MAX_VALUE) && times.isDue(now());
        }
    }

    /** Whether the link that asks is to end its exchange in order, because groups were added. One link at a time does, others go on. */
    boolean pause() {
        return agreedGroups < setup.groupCount() && takesPause();
    }

    private boolean takesPause() {
        synchronized (session) {
            return areDue() && times.takesPause(now());
        }
    }

    /**
     * Registers the groups that were added. The link has no exchange open. If the host refuses them, the others go on without them, and a link tries
     * again later.
     *
     * @return null if a new session has begun, because the host does not know that groups can be added
     */
    @Nullable
    RegistrationAnswer register(Uplink uplink, Chosen at, RegistrationAnswer before) throws IOException {
        if (!before.adding()) {
            endFormer(before);
            return null;
        }
        RegistrationRequest asked = setup.registrationOf(before.interconnect());
        try {
            return session.registering()
                    .added(at, RegistrationCheck.read(uplink.register(asked.toJson()), asked, setup));
        } catch (WrongAnswerException e) {
            throw e;
        } catch (BanipException e) {
            if (e.code() == ErrorCode.SESSION_MISMATCH || e.code() == ErrorCode.UNAUTHENTICATED) {
                throw e;
            }
            if (setup.severalPaths()) {
                requireTaken(uplink, asked.ofFirst(before.groups().size()));
            }
            if (isOfGroups(e)) {
                keepTo(before.groups().size());
            }
            refused(e);
            return before;
        }
    }

    /** What is agreed is registered once more, because this path may refuse everything: then its error is no matter of groups. */
    private void requireTaken(Uplink uplink, RegistrationRequest agreed) throws IOException {
        RegistrationAnswer unused = RegistrationCheck.read(uplink.register(agreed.toJson()), agreed, setup);
    }

    private void refused(BanipException e) {
        times.refused(now());
        LOG.warn(
                "{} the host does not take added groups: {} ({})",
                session.label(),
                e.getMessage(),
                e.code().token());
        setup.events().emit(new MbuEvent.Refused(e.code(), String.valueOf(e.getMessage())));
    }

    /** A session at an older host ends when no link uses it any more. */
    private void endFormer(RegistrationAnswer former) throws IOException {
        if (!session.endsIfUnused(former.interconnect())) {
            String why = "a new session begins with the groups that were added";
            session.connections().breakOff(why);
            throw new IOException(why);
        }
    }

    private long now() {
        return setup.clock().epochNanos();
    }
}

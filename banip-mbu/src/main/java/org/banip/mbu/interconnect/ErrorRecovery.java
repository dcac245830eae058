package org.banip.mbu.interconnect;

import java.net.SocketTimeoutException;
import org.banip.core.error.BanipException;
import org.banip.mbu.spi.MbuEvent;

/**
 * Judges why a connection of a link ended, and does what follows for the session and for the link, before it connects again. Belongs to the link's
 * thread.
 */
final class ErrorRecovery {
    private final InterconnectSetup setup;
    private final Session session;
    private final int link;
    private final LinkErrors errors;
    private final LinkBroker broker;
    private final Backoff backoff;

    /** Whether the last connection ended with an answer. What another path without a network does tells nothing of the answers on this one. */
    private boolean refusedBefore;

    /** Of the link with this number. */
    ErrorRecovery(
            InterconnectSetup setup, Session session, int link, LinkErrors errors, LinkBroker broker, Backoff backoff) {
        this.setup = setup;
        this.session = session;
        this.link = link;
        this.errors = errors;
        this.broker = broker;
        this.backoff = backoff;
    }

    /** The connection was successful. */
    void ended() {
        errors.progressed();
        session.errors().progressed();
        backoff.reset();
    }

    /** The connection broke, or could not be made. */
    Loss broke(Exception reason) {
        if (refusedBefore) {
            errors.broke();
        }
        refusedBefore = false;
        if (reason instanceof SocketTimeoutException && errors.timedOutAgain()) {
            errors.doubt();
        }
        Loss loss = Loss.broken(reason);
        return broker.lost(loss, false);
    }

    /** The host or the broker has reported an error, or an answer to a registration was wrong. */
    Loss refused(BanipException e) {
        refusedBefore = true;
        ErrorPolicy.Verdict own = errors.judge(
                e,
                session.everAccepted(),
                session.connections().isAnsweredBeside(link),
                setup.clock().epochNanos());
        Loss loss = Loss.refused(e, session.finalErrors().together(own));
        Loss judged = broker.lost(loss, session.finalErrors().areOfAll());
        setup.events().emit(new MbuEvent.Refused(e.code(), String.valueOf(e.getMessage())));
        return judged;
    }

    /** What was judged so is not the end: does what the verdict demands. */
    void follow(ErrorPolicy.Verdict verdict) {
        switch (verdict) {
            case RETRY:
            case REFUSED:
                errors.doubt();
                break;
            case REGISTER:
                session.forgotten();
                if (errors.hostWaits()) {
                    backoff.reset();
                }
                break;
            case NEW_SESSION:
                session.beginAnother();
                break;
            case OLDER_CHAIN:
                session.useOlderChain();
                break;
            case RESUME_CAREFULLY:
                session.care().begin();
                break;
            case GIVE_UP_PACKET:
                session.giveUpOutstanding();
                session.care().end();
                break;
            default:
                break;
        }
    }
}

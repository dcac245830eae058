package org.banip.mbu.interconnect;

import java.io.IOException;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.mbu.spi.Uplink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the interconnect at the host when the app ends the MBU. The thread of the link that ended first in order, or last. */
final class Deregistration {
    private static final Logger LOG = LoggerFactory.getLogger(Deregistration.class);
    private final Session session;
    private final InterconnectSetup setup;

    Deregistration(Session session, InterconnectSetup setup) {
        this.session = session;
        this.setup = setup;
    }

    /** Ends the interconnect at the host, if there is one and the app wants that. */
    void by(Uplink uplink) {
        RegistrationAnswer answer = session.lastAnswer();
        if (answer == null || !setup.deregister()) {
            return;
        }
        boolean ended = isAnswered(uplink, answer);
        if (!ended) {
            ended = isAnswered(uplink, answer);
        }
        if (!ended) {
            LOG.warn("{} could not be deregistered and will expire", session.label());
        } else if (session.nothingLeft()) {
            setup.spool().journal().forget();
        }
    }

    /** Tries to deregister. The first attempt may use a connection that the host has closed in the meantime. */
    private boolean isAnswered(Uplink uplink, RegistrationAnswer answer) {
        try {
            uplink.deregister(answer.surrogate());
            LOG.info("{} deregistered", session.label());
            return true;
        } catch (IOException e) {
            LOG.debug("{} not deregistered", session.label(), e);
            return false;
        } catch (BanipException e) {
            LOG.warn("{} not deregistered: {}", session.label(), e.getMessage());
            return true; // the host has answered
        }
    }
}

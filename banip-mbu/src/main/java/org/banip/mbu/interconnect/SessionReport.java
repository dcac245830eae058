package org.banip.mbu.interconnect;

import java.util.List;
import java.util.UUID;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Gap;
import org.banip.mbu.spi.MbuEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the app and the log what becomes of the session. Each log line begins with the session's label. */
final class SessionReport {
    private static final Logger LOG = LoggerFactory.getLogger(SessionReport.class);

    private final InterconnectSetup setup;

    SessionReport(InterconnectSetup setup) {
        this.setup = setup;
    }

    /** The host has registered the session. */
    void registered(String label, UUID id, RegistrationAnswer answer) {
        LOG.info("{} registered as {}", label, setup.ban().id());
        setup.events().emit(new MbuEvent.Registered(id));
        detectors(label, setup.registrationOf(id).detectors().size(), answer.detectors());
        setup.progress().changed();
    }

    private void detectors(String label, int declared, int taken) {
        if (declared == 0) {
            return;
        }
        String said = "{} the host takes {} of the {} detectors that the BAN declares";
        if (taken < declared) {
            LOG.warn(said, label, taken, declared);
        } else {
            LOG.info(said, label, taken, declared);
        }
        setup.events().emit(new MbuEvent.HostDetectors(declared, taken));
    }

    /** The host has registered it again, with groups that were added. */
    void added(String label, UUID id, int groups) {
        LOG.info("{} registered {} groups", label, groups);
        setup.events().emit(new MbuEvent.Registered(id));
        setup.scheduler().itemAdded();
        setup.progress().changed();
    }

    /** It has begun in place of another one. */
    void begun(String label, UUID id, String former) {
        LOG.warn("{} begins instead of session {}", label, former);
        setup.events().emit(new MbuEvent.SessionBegun(id));
    }

    /** Gaps were declared. */
    void declared(List<Gap> gaps) {
        gaps.forEach(gap -> setup.events().emit(new MbuEvent.GapDeclared(setup.groupName(gap.group()), gap)));
    }

    /** They were declared in place of a packet that the host cannot decode. */
    void gaveUp(String label, int group, List<Gap> gaps) {
        LOG.error(
                "{} the host cannot decode a packet of group {}; gaps declared: {}, first: {}",
                label,
                setup.groupName(group),
                gaps.size(),
                gaps.isEmpty() ? "none" : gaps.get(0));
        declared(gaps);
    }
}

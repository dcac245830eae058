package org.banip.surrogate.alert;

import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.banip.server.audit.Who;

/**
 * A finding in the data of a BAN. Of a session, {@code by}, detector and kind, beginnings and ends alternate.
 *
 * @param ban the BAN's id
 * @param session the session of its MBU
 * @param by who found it: {@code host}, {@code mbu}, or {@code ban}, the host by a rule of the BAN
 * @param again whether it was found in data that were gone through before; then it may have been told before
 * @param item the sequence number of the last item of the group that had come then, -1 if none had
 * @param rulesChanged whether it ends because its detector was taken out of the rules, or changed
 * @param finding what was found
 */
record Found(String ban, UUID session, String by, boolean again, long item, boolean rulesChanged, Finding finding)
        implements Report {
    Found(String ban, UUID session, String by, boolean again, long item, Finding finding) {
        this(ban, session, by, again, item, false, finding);
    }

    /** Who ends the alert by it. */
    Who who() {
        return rulesChanged ? AlertStep.RULES : AlertStep.HOST;
    }

    Object[] key() {
        return new Object[] {ban, by, finding.detector(), finding.kind()};
    }
}

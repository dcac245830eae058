package org.banip.mbu.interconnect;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Gap;
import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares where a store ends, as the answer to a registration says, with what was acknowledged. A host may have lost what it had stored, and another
 * broker may have a store of its own. Guarded by the session.
 */
final class StoreEnd {
    private static final Logger LOG = LoggerFactory.getLogger(StoreEnd.class);

    private final InterconnectSetup setup;
    private final SpoolLog spool;
    /** The sequence numbers of the last answer, if more than that was acknowledged. */
    private long @Nullable [] lossClaimedBefore;

    StoreEnd(InterconnectSetup setup) {
        this.setup = setup;
        spool = setup.spool();
    }

    /** Another session or another broker follows. */
    void forget() {
        lossClaimedBefore = null;
    }

    /**
     * Accepts that the host has less than was acknowledged only if two answers in a row say so. One damaged digit in an answer must not make the MBU
     * give up packets.
     *
     * @param elsewhere whether it is the first registration at another broker, which may have a store of its own: then the MBU asks again at once
     * @return false if the MBU shall ask again at once
     * @throws BanipException if it shall ask again on another connection
     */
    boolean isLossConfirmed(RegistrationAnswer answer, boolean elsewhere) {
        long[] released = spool.released();
        long[] said = new long[Math.min(released.length, answer.groups().size())];
        int lost = -1;
        for (int g = 0; g < said.length; g++) {
            said[g] = answer.groups().get(g).nextSequence();
            lost = said[g] < released[g] ? g : lost;
        }
        boolean again = Arrays.equals(said, lossClaimedBefore);
        lossClaimedBefore = lost < 0 || again ? null : said;
        if (lost >= 0 && !again && !elsewhere) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT,
                    "the host says that it has stored group " + setup.groupName(lost) + " up to " + said[lost]
                            + " only and had acknowledged up to " + released[lost]);
        }
        return lost < 0 || again;
    }

    /** Whether it is known which units are missing in this store, so that they can be declared. */
    boolean isKnownWhatIsMissing(RegistrationAnswer answer) {
        for (int g = 0; g < answer.groups().size(); g++) {
            if (!spool.knowsReleasedFrom(g, answer.groups().get(g).nextSequence())) {
                return false;
            }
        }
        return true;
    }

    /**
     * "The answer tells where to go on". If its number is lower than the acknowledged one, gaps take the place of what is missing. If its number is higher,
     * acknowledgements were lost: the host repeats them in its first acknowledgement frame, which has a checksum, unlike the answer.
     *
     * @param label the first word of the log line
     * @return the gaps, if any
     */
    List<Gap> lostBy(String label, int group, long hostNext) {
        long released = spool.released()[group];
        if (hostNext >= released) {
            return Collections.emptyList();
        }
        List<Gap> gaps = spool.declareLost(group, hostNext);
        LOG.warn(
                setup.brokers().several()
                        ? "{} the host has group {} up to {} only, of {} that were acknowledged here or behind another broker; gaps declared: {}"
                        : "{} the host has stored group {} up to {} only and had acknowledged up to {}; gaps declared: {}",
                label,
                setup.groupName(group),
                hostNext,
                released,
                gaps.size());
        return gaps;
    }
}

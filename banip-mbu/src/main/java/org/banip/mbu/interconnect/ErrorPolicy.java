package org.banip.mbu.interconnect;

import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;

/**
 * What follows an error, and what the session remembers of errors, whichever link had them: packets that cannot be decoded, a session that was begun
 * anew, a chain for hosts of an older version. {@link LinkErrors} remembers the rest for each link, and judges. Guarded by itself.
 */
final class ErrorPolicy {
    /** What to do about an error. */
    enum Verdict {
        /** Reconnect, with back-off, and send again from the first packet that is not acknowledged. */
        RESUME("keeps all packets and tries again"),
        /** Register again with the same session, then resume. */
        REGISTER("registers again"),
        /** The same, for an error that is final if it is repeated. */
        RETRY("tries again; such an error counts when it is repeated"),
        /** Begin a new session with what is not acknowledged. */
        NEW_SESSION("begins a new session with what is not stored"),
        /** Register the same session with the chain that hosts of an older version know, then resume. */
        OLDER_CHAIN("registers with a chain that hosts of an older version know"),
        /** The same as RESUME, one packet at a time, to find the one that cannot be decoded. */
        RESUME_CAREFULLY("sends packet by packet to find the one"),
        /** Declare the packet that cannot be decoded as a gap, then resume. */
        GIVE_UP_PACKET("declares a gap in its place"),
        /** The error is final, but does not end the MBU: register again and resume, with back-off. */
        REFUSED("keeps all packets and tries again"),
        /** Give up. */
        FAIL("gives up");

        private final String next;

        Verdict(String next) {
            this.next = next;
        }

        /** The verdict in words, for the log. */
        String next() {
            return next;
        }

        /** Whether the error is final, so that the path is of no use for now. */
        boolean isFinal() {
            return this == REFUSED || this == FAIL;
        }
    }

    private final ReconnectSettings settings;
    /** Whether there is a chain for hosts of an older version, and whether this broker's host was not asked for it yet. */
    private final boolean hasOlderChain;

    private boolean mayAskForOlderChain;
    private boolean undecodable;
    private boolean sessionBegun;
    private int round;

    /** @param hasOlderChain whether there is a chain for hosts of an older version */
    ErrorPolicy(ReconnectSettings settings, boolean hasOlderChain) {
        this.settings = settings;
        this.hasOlderChain = hasOlderChain;
        mayAskForOlderChain = hasOlderChain;
    }

    ReconnectSettings settings() {
        return settings;
    }

    /** Changes when the errors of all links count anew: another session, chain or broker is used. */
    synchronized int round() {
        return round;
    }

    /** The host has reported a packet that it cannot decode. */
    synchronized Verdict undecodable() {
        boolean known = undecodable;
        undecodable = !undecodable;
        return known ? Verdict.GIVE_UP_PACKET : Verdict.RESUME_CAREFULLY;
    }

    /** The host has finally refused the session. A new session begins once. If nothing is acknowledged in that one either, the error is final. */
    synchronized Verdict mismatch(boolean everAccepted) {
        if (sessionBegun) {
            return end(ErrorCode.SESSION_MISMATCH, everAccepted);
        }
        sessionBegun = true;
        round++;
        return Verdict.NEW_SESSION;
    }

    /** The host has finally refused the chain. It is asked once for the one that hosts of an older version know. */
    synchronized Verdict unknownChain(boolean everAccepted) {
        if (!mayAskForOlderChain) {
            return end(ErrorCode.INVALID_CHAIN, everAccepted);
        }
        mayAskForOlderChain = false;
        round++;
        return Verdict.OLDER_CHAIN;
    }

    /** The error is final. */
    Verdict end(ErrorCode code, boolean everAccepted) {
        GivingUp givingUp = settings.givingUp();
        boolean ends = (everAccepted ? givingUp.registered() : givingUp.unregistered()).contains(code);
        return ends ? Verdict.FAIL : Verdict.REFUSED;
    }

    /** The host has stored something since the last error. */
    synchronized void progressed() {
        sessionBegun = false;
    }

    /** Another broker is used, whose errors count anew. */
    synchronized void moved() {
        round++;
        sessionBegun = false;
        undecodable = false;
        mayAskForOlderChain = hasOlderChain;
    }

    /** The host has stored everything that was sent before it reported an undecodable packet. */
    synchronized void decodable() {
        undecodable = false;
    }
}

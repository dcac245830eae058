package org.banip.mbu.interconnect;

import org.banip.core.error.ErrorCode;

/** Who acts on an error, and how: the table in docs/protocol.md, "Errors". Guarded by itself. */
final class Recovery {
    private static final int MAX_DAMAGED_IN_A_ROW = 3;

    /** What to do about an error. */
    enum Verdict {
        /** Reconnect, with back-off, and send again from the first packet that is not acknowledged. */
        RESUME("keeps all packets and tries again"),
        /** Register again with the same session, then resume. */
        REGISTER("registers again"),
        /** Begin a new session with what is not acknowledged. */
        NEW_SESSION("begins a new session with what is not stored"),
        /** The same, one packet at a time, to find the one that cannot be decoded. */
        RESUME_CAREFULLY("sends packet by packet to find the one"),
        /** Declare the packet that cannot be decoded as a gap, then resume. */
        GIVE_UP_PACKET("declares a gap in its place"),
        /** Give up. */
        FAIL("gives up");

        private final String next;

        Verdict(String next) {
            this.next = next;
        }

        /** The same for people. */
        String next() {
            return next;
        }
    }

    private int damagedInARow;
    private int unknownInARow;
    private boolean undecodable;
    private boolean sessionBegun;

    synchronized Verdict judge(ErrorCode code) {
        switch (code) {
            case MALFORMED_FRAME:
            case CHECKSUM_MISMATCH:
                damagedInARow++;
                return damagedInARow >= MAX_DAMAGED_IN_A_ROW ? Verdict.FAIL : Verdict.RESUME;
            case UNKNOWN_INTERCONNECT:
                unknownInARow++;
                return Verdict.REGISTER;
            case SESSION_MISMATCH:
                boolean again = sessionBegun;
                sessionBegun = true;
                return again ? Verdict.FAIL : Verdict.NEW_SESSION;
            case UNDECODABLE_PACKET:
                boolean known = undecodable;
                undecodable = !undecodable;
                return known ? Verdict.GIVE_UP_PACKET : Verdict.RESUME_CAREFULLY;
            case TRUNCATED:
            case SEQUENCE_BEYOND_WINDOW:
            case LIMIT_REACHED:
            case STORAGE_UNAVAILABLE:
            case HOST_UNAVAILABLE:
            case SILENT:
            case INTERNAL:
                return Verdict.RESUME;
            default:
                return Verdict.FAIL;
        }
    }

    /** Whether the host is there and only waits for a registration, so that the next try need not wait. */
    synchronized boolean hostWaits() {
        return unknownInARow == 1;
    }

    /** The host has stored something since the last error. */
    synchronized void progressed() {
        damagedInARow = 0;
        unknownInARow = 0;
        sessionBegun = false;
    }

    /** What was sent before an undecodable packet was reported is stored. */
    synchronized void decodable() {
        undecodable = false;
    }
}

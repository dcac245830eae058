package org.banip.mbu.interconnect;

import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;

/**
 * Sends one packet at a time after the host has reported a packet that it cannot decode, until all that had been sent by then is stored. So the packet is
 * found. Any thread.
 */
final class Care {
    private final SpoolLog spool;
    private final ErrorPolicy errors;
    /** For each group, before which sequence number all must be stored; null if no care is taken. */
    private volatile long @Nullable [] until;

    Care(SpoolLog spool, ErrorPolicy errors) {
        this.spool = spool;
        this.errors = errors;
    }

    void begin() {
        until = spool.sent();
    }

    void end() {
        until = null;
    }

    /** Whether a packet may be sent before the one before it is acknowledged. */
    boolean mayHaveAnotherOutstanding() {
        return until == null || spool.outstandingGroups().isEmpty();
    }

    /**
     * The host has stored something: care ends if that was the last of it.
     *
     * @return whether care was taken until now
     */
    boolean acknowledged() {
        long[] careful = until;
        if (careful == null) {
            return false;
        }
        if (isStored(careful)) {
            until = null;
            errors.decodable();
        }
        return true;
    }

    private boolean isStored(long[] careful) {
        long[] released = spool.released();
        for (int g = 0; g < careful.length; g++) {
            if (released[g] < careful[g]) {
                return false;
            }
        }
        return true;
    }
}

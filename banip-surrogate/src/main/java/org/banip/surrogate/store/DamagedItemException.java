package org.banip.surrogate.store;

import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** A stored item is damaged, missing, or was passed on and forgotten; the rest of its group stays readable. */
public final class DamagedItemException extends BanipException {
    private static final long serialVersionUID = 1L;

    private final long sequence;
    private final long resumeSequence;
    private final String what;

    DamagedItemException(UUID session, int group, long sequence, long resumeSequence, String what) {
        super(
                ErrorCode.CHECKSUM_MISMATCH,
                "stored item " + sequence + " of group " + group + " " + what + ", interconnect " + session);
        this.sequence = sequence;
        this.resumeSequence = resumeSequence;
        this.what = what;
    }

    /** The item's sequence number; the first one if several are missing. */
    long sequence() {
        return sequence;
    }

    /** The sequence number at which reading of the group can continue. */
    public long resumeSequence() {
        return resumeSequence;
    }

    /** What is wrong with it, without its place. */
    String what() {
        return what;
    }
}

package org.banip.mbu.spool;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The spool cannot keep, find or release an item, so the MBU fails. */
public final class SpoolException extends BanipException {
    private static final long serialVersionUID = 1;

    /** A failure with its cause. */
    public SpoolException(String message, Throwable cause) {
        super(ErrorCode.SPOOL_FULL, message, cause);
    }
}

package org.banip.app.store;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Another process has taken over a session of the same store. It goes on with it; this one must not. */
final class FencedException extends BanipException {
    private static final long serialVersionUID = 1L;

    FencedException(String message) {
        super(ErrorCode.SESSION_MISMATCH, message);
    }
}

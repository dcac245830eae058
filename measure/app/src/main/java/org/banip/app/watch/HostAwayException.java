package org.banip.app.watch;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The surrogate host cannot be reached now, but may be in a moment: it is not up yet, starts again, or the network is away. */
final class HostAwayException extends BanipException {
    private static final long serialVersionUID = 1L;

    HostAwayException(String message) {
        super(ErrorCode.HOST_UNAVAILABLE, message);
    }

    HostAwayException(String message, Throwable cause) {
        super(ErrorCode.HOST_UNAVAILABLE, message, cause);
    }
}

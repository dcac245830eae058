package org.banip.app.watch;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The surrogate host cannot be reached now, but possibly later: it has not started yet, restarts, or the network is down. */
public final class HostAwayException extends BanipException {
    private static final long serialVersionUID = 1L;

    HostAwayException(String message) {
        super(ErrorCode.HOST_UNAVAILABLE, message);
    }

    HostAwayException(String message, Throwable cause) {
        super(ErrorCode.HOST_UNAVAILABLE, message, cause);
    }
}

package org.banip.gateway.sample;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** An error whose message may repeat what the device sent. */
public final class WrongValueException extends BanipException {
    private static final long serialVersionUID = 1L;

    private final String logged;

    /** An error with a message for the device, and the same without values. */
    WrongValueException(ErrorCode code, String message, String logged) {
        super(code, message);
        this.logged = logged;
    }

    /** An error with the message of its cause, and the same without values. */
    WrongValueException(BanipException cause, String logged) {
        super(cause.code(), String.valueOf(cause.getMessage()), cause);
        this.logged = logged;
    }

    /** What is wrong, without values: for the log. */
    public String logged() {
        return logged;
    }
}

package org.banip.core.error;

/**
 * The only exception type of BANip. It has a code that is also the code on the wire. Its message says what was seen, what is allowed, and where.
 */
public class BanipException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** An error with its code, and a message that says what was seen, what is allowed, and where. */
    public BanipException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    /** The same, with the exception that caused it. */
    public BanipException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The code, also on the wire. */
    public ErrorCode code() {
        return code;
    }
}

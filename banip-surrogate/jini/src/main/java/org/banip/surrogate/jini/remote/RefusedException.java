package org.banip.surrogate.jini.remote;

import java.rmi.RemoteException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The host refuses a call. */
public final class RefusedException extends RemoteException {
    private static final long serialVersionUID = 1L;

    private final String code;

    /** A refusal with its code, and a message that says what was seen and what is allowed. */
    public RefusedException(ErrorCode code, String message) {
        super(message);
        this.code = code.token();
    }

    /** The same refusal for the wire, where nobody needs its cause. */
    public static RefusedException of(BanipException refusal) {
        return new RefusedException(refusal.code().travelling(), String.valueOf(refusal.getMessage()));
    }

    /** Why; {@code INTERNAL} for a code of a later version. */
    public ErrorCode code() {
        return ErrorCode.ofToken(code).orElse(ErrorCode.INTERNAL);
    }
}

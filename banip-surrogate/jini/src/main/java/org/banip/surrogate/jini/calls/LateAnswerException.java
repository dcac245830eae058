package org.banip.surrogate.jini.calls;

import java.rmi.RemoteException;
import java.time.Duration;

/** A call had no answer in time; whether the other side carried it out is not known. */
public final class LateAnswerException extends RemoteException {
    private static final long serialVersionUID = 1L;

    LateAnswerException(String from, Duration limit) {
        super("no answer from " + from + " within " + limit.toMillis() + " ms");
    }
}

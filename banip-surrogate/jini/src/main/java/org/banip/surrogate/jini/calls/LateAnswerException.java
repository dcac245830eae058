package org.banip.surrogate.jini.calls;

import java.rmi.RemoteException;
import java.time.Duration;
import org.banip.surrogate.jini.remote.ObjectAddress;

/** A call had no answer in time; whether the other side carried it out is not known. */
public final class LateAnswerException extends RemoteException {
    private static final long serialVersionUID = 1L;

    LateAnswerException(ObjectAddress at, Duration limit) {
        super("no answer from " + at.address() + ":" + at.port() + " within " + limit.toMillis() + " ms");
    }
}

package org.banip.river.activation;

import java.io.Serial;
import java.io.Serializable;

/** Stands in for {@code java.rmi.activation.ActivationID}, which River names and the JDK no longer has. */
public class ActivationID implements Serializable {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Makes an identifier that identifies nothing: activation is not supported. */
    public ActivationID() {}
}

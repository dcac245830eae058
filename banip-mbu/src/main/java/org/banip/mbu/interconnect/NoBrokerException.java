package org.banip.mbu.interconnect;

import java.io.IOException;

/** No broker is known, so there is nothing to connect to. */
final class NoBrokerException extends IOException {
    private static final long serialVersionUID = 1;

    NoBrokerException(String reason) {
        super(reason);
    }
}

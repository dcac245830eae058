package org.banip.mbu.interconnect;

import java.io.IOException;

/** The network of a path is not there. The message says what is missing. */
final class NetworkGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    NetworkGoneException(String reason) {
        super(reason);
    }
}

package org.banip.mbu.interconnect;

import java.io.IOException;

/** Another broker is chosen, and what was under way to the former one is sent there. */
final class BrokerLeftException extends IOException {
    private static final long serialVersionUID = 1;

    BrokerLeftException() {
        super("another broker is chosen");
    }
}

package org.banip.surrogate.jini.export;

import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;

/** Where objects listen, and how connections are made: plain, or TLS in both directions. Immutable. */
public interface Transport {
    /** The literal address that objects listen on. */
    String address();

    /** Makes connections to other JVMs. */
    SocketFactory client();

    /** Listens; refuses connections beyond the bound. */
    ServerSocketFactory server();
}

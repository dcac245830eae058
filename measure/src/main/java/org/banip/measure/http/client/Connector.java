package org.banip.measure.http.client;

import java.util.function.Consumer;

/** Opens connections of one version. Belongs to the event loop. */
interface Connector {
    /** Opens one; exactly one of both is told. */
    void open(Consumer<Connection> opened, Consumer<Throwable> failed);

    /** Most connections at the same time. */
    int mostConnections();

    /** Most requests at the same time on a connection. */
    int mostRequests();
}

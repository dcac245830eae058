package org.banip.mbu.uplink;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what an uplink does on the network. Any thread. */
public final class Traffic {
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong bytesOut = new AtomicLong();
    private final AtomicLong bytesIn = new AtomicLong();

    /** All zero. */
    public Traffic() {}

    /** A connection was made. */
    public void connected() {
        connections.incrementAndGet();
    }

    /** Bytes were written to a socket. */
    public void sent(int bytes) {
        bytesOut.addAndGet(bytes);
    }

    /** Bytes were read from a socket. */
    public void received(int bytes) {
        bytesIn.addAndGet(bytes);
    }

    /** Connections made. */
    public long connections() {
        return connections.get();
    }

    /** Bytes written to sockets. */
    public long bytesOut() {
        return bytesOut.get();
    }

    /** Bytes read from sockets. */
    public long bytesIn() {
        return bytesIn.get();
    }
}

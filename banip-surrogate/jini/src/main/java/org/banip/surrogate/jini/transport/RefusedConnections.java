package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.text.Quoted;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Counts the connections that were accepted and not used, and logs the first, second, fourth, eighth and so on of each kind. Any thread. */
public final class RefusedConnections {
    private static final Logger LOG = ServerLog.of(RefusedConnections.class);
    private static final int LONGEST_REASON = 200;

    private final String address;
    private final String bound;
    private final AtomicLong tooMany = new AtomicLong();
    private final AtomicLong withoutTls = new AtomicLong();

    /**
     * None yet at this address.
     *
     * @param bound what the operator's setting of the bound is called; empty if there is none
     */
    RefusedConnections(String address, String bound) {
        this.address = address;
        this.bound = bound.isEmpty() ? "" : " (" + bound + ")";
    }

    /** Connections beyond the bound of all, or of those of one client network that are plain or have no complete TLS handshake. */
    public long tooMany() {
        return tooMany.get();
    }

    /** Connections whose TLS handshake failed: plain ones, other versions, no certificate, or one that is not trusted. */
    public long withoutTls() {
        return withoutTls.get();
    }

    /** All of them. */
    public long total() {
        return tooMany() + withoutTls();
    }

    void tooMany(int port, int allowed) {
        long count = tooMany.incrementAndGet();
        if (isLogged(count)) {
            LOG.warn(
                    "- {}:{} has {} connections, as many as are allowed{}; refused {} so far",
                    address,
                    port,
                    allowed,
                    bound,
                    count);
        }
    }

    void tooManyOfOne(int port, InetAddress from, int allowed) {
        long count = tooMany.incrementAndGet();
        if (isLogged(count)) {
            LOG.warn(
                    "- {}:{} has {} plain connections from {}, as many as one client may have; refused {} so far",
                    address,
                    port,
                    allowed,
                    from.getHostAddress(),
                    count);
        }
    }

    void tooManyUnproven(int port, InetAddress from, int allowed) {
        long count = tooMany.incrementAndGet();
        if (isLogged(count)) {
            LOG.warn(
                    "- {}:{} has {} connections from {} without a complete TLS handshake, as many as are allowed; refused {} so far",
                    address,
                    port,
                    allowed,
                    from.getHostAddress(),
                    count);
        }
    }

    void noHandshake(int port, InetAddress from, IOException reason) {
        long count = withoutTls.incrementAndGet();
        if (isLogged(count)) {
            LOG.warn(
                    "- {}:{} refused a connection from {}, no TLS 1.3 with a trusted certificate: {}; refused {} so far",
                    address,
                    port,
                    from.getHostAddress(),
                    Quoted.line(String.valueOf(reason.getMessage()), LONGEST_REASON),
                    count);
        }
    }

    private static boolean isLogged(long count) {
        return Long.bitCount(count) == 1;
    }
}

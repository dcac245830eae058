package org.banip.surrogate.jini.transport;

import java.net.InetAddress;
import java.util.Optional;
import javax.net.SocketFactory;
import org.banip.core.text.Quoted;
import org.banip.server.address.AddressLiteral;

/**
 * Where objects of this JVM listen, how connections to other JVMs are made, and the clock that breaks off those that take too long. Who makes it owns
 * it, and closes it last. Any thread.
 *
 * @param address the literal address to listen on; that of one interface, because other JVMs are told it
 * @param connections most connections that are accepted at once, on each listening socket
 * @param bound what the operator's setting of this bound is called; empty if there is none
 * @param tls TLS in both directions with certificates on both sides; empty for plain connections
 * @param deadlines breaks off calls and handshakes
 */
public record Transport(String address, int connections, String bound, Optional<TlsContexts> tls, Deadlines deadlines)
        implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 100_000;

    /** Checks the address and the bound. */
    public Transport {
        InetAddress literal = AddressLiteral.read(address)
                .orElseThrow(
                        () -> new IllegalArgumentException(Quoted.of(address) + " is not an IPv4 or IPv6 address"));
        if (literal.isAnyLocalAddress() || literal.isMulticastAddress()) {
            throw new IllegalArgumentException(address + " is not the address of one interface: other JVMs are told"
                    + " the address to connect to");
        }
        if (connections < 1 || connections > MOST_CONNECTIONS) {
            throw new IllegalArgumentException("connections " + connections + " are outside 1 to " + MOST_CONNECTIONS);
        }
    }

    /** One with a clock of its own. */
    public Transport(String address, int connections, String bound, Optional<TlsContexts> tls) {
        this(address, connections, bound, tls, new Deadlines());
    }

    /** The same; no operator sets the bound. */
    public Transport(String address, int connections, Optional<TlsContexts> tls) {
        this(address, connections, "", tls);
    }

    /** Plain connections on 127.0.0.1. */
    public static Transport loopback() {
        return new Transport("127.0.0.1", 256, Optional.empty());
    }

    /** The address to listen on. */
    public InetAddress inetAddress() {
        return AddressLiteral.read(address).orElseThrow();
    }

    /** Whether only this machine can connect. */
    public boolean isLoopback() {
        return inetAddress().isLoopbackAddress();
    }

    /**
     * This transport, if it is TLS or reaches this machine only.
     *
     * @param allowPlain allows the rest
     * @param prefix what the names of the settings begin with, for the message
     * @throws IllegalArgumentException otherwise
     */
    public Transport checkedForPlain(boolean allowPlain, String prefix) {
        if (!isLoopback() && tls.isEmpty() && !allowPlain) {
            throw new IllegalArgumentException(
                    "to listen on " + address + ", which is more than loopback, Jini needs TLS ("
                            + prefix + "key-store), because tokens and signals would go in plain text; " + prefix
                            + "allow-plain allows that where something else protects the network");
        }
        return this;
    }

    /** Makes connections to other JVMs. */
    public SocketFactory client() {
        return sockets();
    }

    private ConnectingSockets sockets() {
        return new ConnectingSockets(tls, deadlines);
    }

    /** Makes the connections of stubs that this JVM receives, until this is closed; then the transport that made them before makes them again. */
    public void connectReceived() {
        ReceiversSockets.use(sockets());
    }

    /** Listens; the port that its caller asks for decides, 0 is a free one. */
    public ListeningSockets server() {
        return new ListeningSockets(this, Optional.empty());
    }

    /** Listens on this port, 0 for a free one, whatever port its caller asks for. */
    public ListeningSockets serverOn(int port) {
        return new ListeningSockets(this, Optional.of(port));
    }

    /**
     * Ends the clock. Calls and handshakes under way are broken off, and those that begin later at once. It connects received stubs no more.
     */
    @Override
    public void close() {
        deadlines.close();
        ReceiversSockets.endUse(sockets());
    }
}

package org.banip.server.listen;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import org.banip.server.tls.TlsFiles;

/**
 * Where and how a server listens.
 *
 * @param host an address or name of this machine
 * @param port 0 is any free port
 * @param tls key and certificate; empty: plain HTTP
 * @param allowPlain whether plain HTTP is allowed beyond loopback, because something else protects the network
 * @param http2 whether HTTP/2 is served beside HTTP/1.1
 * @param limits bounds of connections
 * @param http3 whether and where HTTP/3 is served as well, if there is TLS
 * @param clientAuthorities authorities in PEM form, of whose certificates clients are asked for one in the TLS handshake; the application verifies it
 */
public record Listening(
        String host,
        int port,
        Optional<TlsFiles> tls,
        boolean allowPlain,
        boolean http2,
        ConnectionLimits limits,
        Http3 http3,
        Optional<Path> clientAuthorities) {
    private static final String LOOPBACK = "127.0.0.1";

    /** A port of 127.0.0.1, plain HTTP; 0 is any free port. */
    public static Listening loopback(ConnectionLimits limits, int port) {
        return new Listening(LOOPBACK, port, Optional.empty(), false, true, limits, Http3.SAME_PORT, Optional.empty());
    }

    /** The same at another address. */
    public Listening at(String otherHost, int otherPort) {
        return new Listening(otherHost, otherPort, tls, allowPlain, http2, limits, http3, clientAuthorities);
    }

    /** The same with TLS. */
    public Listening with(TlsFiles files) {
        return new Listening(host, port, Optional.of(files), allowPlain, http2, limits, http3, clientAuthorities);
    }

    /** The same with plain HTTP allowed beyond loopback, or not. */
    public Listening allowingPlain(boolean allow) {
        return new Listening(host, port, tls, allow, http2, limits, http3, clientAuthorities);
    }

    /** The same with HTTP/2 beside HTTP/1.1, or not. */
    public Listening servingHttp2(boolean serve) {
        return new Listening(host, port, tls, allowPlain, serve, limits, http3, clientAuthorities);
    }

    /** The same with other bounds. */
    public Listening within(ConnectionLimits bounds) {
        return new Listening(host, port, tls, allowPlain, http2, bounds, http3, clientAuthorities);
    }

    /** The same with HTTP/3 as said. */
    public Listening with(Http3 other) {
        return new Listening(host, port, tls, allowPlain, http2, limits, other, clientAuthorities);
    }

    /** The same that asks clients for certificates of these authorities. */
    public Listening askingFor(Path authorities) {
        return new Listening(host, port, tls, allowPlain, http2, limits, http3, Optional.of(authorities));
    }

    /**
     * Whether only this machine reaches it.
     *
     * @throws IllegalArgumentException if the host is no address of this machine
     */
    public boolean isLoopback() {
        return address().isLoopbackAddress();
    }

    /**
     * Refuses plain HTTP beyond loopback unless it is allowed.
     *
     * @param exposed what the network would see, for the message
     * @throws IllegalArgumentException if it is unsafe, or the host is no address of this machine
     */
    public void checkSafe(String exposed) {
        if (tls.isEmpty() && !allowPlain && !isLoopback()) {
            throw new IllegalArgumentException(
                    "listening on " + host + " without TLS would show " + exposed
                            + " to the network; set key-store or certificate-file, or allow-plain if something else protects it");
        }
    }

    /** Its name in a URL of this machine: the loopback address if it listens on all addresses. */
    public String nameInUrl() {
        if (address().isAnyLocalAddress()) {
            return LOOPBACK;
        }
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** What a URL with {@link #nameInUrl} does not tell: {@code " on all addresses"}, otherwise nothing. */
    public String reach() {
        return address().isAnyLocalAddress() ? " on all addresses" : "";
    }

    private InetAddress address() {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + host + "' is no address of this machine", e);
        }
    }
}

package org.banip.mbu.uplink;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.UnsupportedSchemeException;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.banip.core.text.TlsFailure;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/**
 * Opens the sockets of HttpClient's connections: resolves the host's name, connects to the first of its addresses that answers, and
 * adds TLS.
 *
 * <p>It replaces HttpClient's own operator, whose static initialiser needs the module {@code jdk.net} (docs/decisions/0008). It does not support
 * HTTP proxies, because BANip uses none. Any thread.
 */
final class ConnectionOperator implements HttpClientConnectionOperator {
    /** How the JDK says that the peer has answered the beginning of a TLS handshake with something else. */
    private static final String NO_TLS = "Unsupported or unrecognized SSL message";

    private final URI base;
    private final AddressOrder addresses;
    private final Function<String, List<InetAddress>> known;
    private final Sockets sockets;
    private final TlsSocketStrategy tls;

    /**
     * An operator for one broker.
     *
     * @param addresses orders those of its name
     */
    ConnectionOperator(UplinkContext context, AddressOrder addresses, Sockets sockets, TlsSocketStrategy tls) {
        base = context.base();
        known = context.known();
        this.addresses = addresses;
        this.sockets = sockets;
        this.tls = tls;
    }

    @Override
    public void connect(
            ManagedHttpClientConnection connection,
            HttpHost host,
            @Nullable InetSocketAddress local,
            @Nullable TimeValue timeout,
            SocketConfig config,
            HttpContext context)
            throws IOException {
        connect(connection, host, null, local, timeout == null ? null : timeout.toTimeout(), config, null, context);
    }

    @Override
    public void connect(
            ManagedHttpClientConnection connection,
            HttpHost host,
            @Nullable NamedEndpoint name,
            @Nullable InetSocketAddress local,
            @Nullable Timeout timeout,
            SocketConfig config,
            @Nullable Object attachment,
            HttpContext context)
            throws IOException {
        int port = DefaultSchemePortResolver.INSTANCE.resolve(host.getSchemeName(), host);
        Timeout patience = timeout == null ? Timeout.DISABLED : timeout;
        Optional<InetAddress> from = Optional.ofNullable(local).map(InetSocketAddress::getAddress);
        List<InetAddress> left =
                new ArrayList<>(addresses.of(host.getHostName(), from, known.apply(host.getHostName())));
        IOException problem = null;
        while (!left.isEmpty()) {
            ConnectionRace race = new ConnectionRace(() -> open(local, config), port, millis(patience));
            connection.bind(race.handle()); // so that cancelling the request ends it
            Socket socket = null;
            boolean connected = false;
            try {
                socket = race.first(left);
                connection.bind(socket);
                if (URIScheme.HTTPS.same(host.getSchemeName())) {
                    secure(connection, socket, name == null ? host : name, patience, attachment, context);
                }
                addresses.connected(socket.getInetAddress());
                connected = true;
                return;
            } catch (IOException e) {
                problem = graver(problem, e);
            } finally {
                if (!connected && socket != null) {
                    socket.close();
                }
            }
        }
        throw explained(problem == null ? new ConnectException("no address") : problem);
    }

    private static int millis(Timeout timeout) {
        return timeout.toMillisecondsIntBound();
    }

    /** A broker that answers with something else than TLS tells more than an address that does not answer. */
    private static IOException graver(@Nullable IOException known, IOException e) {
        return known == null || (e instanceof SSLException && !(known instanceof SSLException)) ? e : known;
    }

    private Socket open(@Nullable InetSocketAddress local, SocketConfig config) throws IOException {
        Socket socket = sockets.create();
        boolean done = false;
        try {
            configure(socket, config);
            if (local != null) {
                socket.bind(local);
            }
            done = true;
            return socket;
        } finally {
            if (!done) {
                socket.close();
            }
        }
    }

    private void secure(
            ManagedHttpClientConnection connection,
            Socket socket,
            NamedEndpoint name,
            Timeout timeout,
            @Nullable Object attachment,
            HttpContext context)
            throws IOException {
        int soTimeout = socket.getSoTimeout();
        socket.setSoTimeout(timeout.toMillisecondsIntBound());
        SSLSocket secured = tls.upgrade(socket, name.getHostName(), name.getPort(), attachment, context);
        socket.setSoTimeout(soTimeout);
        connection.bind(secured, socket);
    }

    private IOException explained(IOException e) {
        if (e instanceof SSLException && String.valueOf(e.getMessage()).contains(NO_TLS)) {
            return new SSLException("no TLS is spoken at " + base + "; is it http://?", e);
        }
        Optional<String> tls = TlsFailure.inWords(e);
        if (tls.isPresent()) {
            return new SSLException("no TLS connection to " + base + ": " + tls.get(), e);
        }
        if (!(e instanceof ConnectException) && !(e instanceof SocketTimeoutException)) {
            return e;
        }
        ConnectException explained = new ConnectException("cannot connect to " + base + ": " + e.getMessage());
        explained.initCause(e);
        return explained;
    }

    @Override
    public void upgrade(ManagedHttpClientConnection connection, HttpHost host, HttpContext context) throws IOException {
        throw new UnsupportedSchemeException("no connection is upgraded to TLS after its first request: " + host);
    }

    private static void configure(Socket socket, SocketConfig config) throws IOException {
        socket.setSoTimeout(config.getSoTimeout().toMillisecondsIntBound());
        socket.setTcpNoDelay(config.isTcpNoDelay());
        socket.setKeepAlive(config.isSoKeepAlive());
        if (config.getSndBufSize() > 0) {
            socket.setSendBufferSize(config.getSndBufSize());
        }
        if (config.getRcvBufSize() > 0) {
            socket.setReceiveBufferSize(config.getRcvBufSize());
        }
    }
}

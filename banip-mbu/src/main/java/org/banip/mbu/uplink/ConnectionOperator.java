package org.banip.mbu.uplink;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
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
import org.jspecify.annotations.Nullable;

/**
 * Opens the sockets of HttpClient's connections: resolves the host's name, tries its addresses in order, and adds TLS.
 *
 * <p>It replaces HttpClient's own operator, whose static initialiser needs the module {@code jdk.net} (docs/decisions/0008). It does not support
 * HTTP proxies, because BANip uses none. Any thread.
 */
final class ConnectionOperator implements HttpClientConnectionOperator {
    /** How the JDK says that the peer has answered the beginning of a TLS handshake with something else. */
    private static final String NO_TLS = "Unsupported or unrecognized SSL message";

    private final URI base;
    private final Sockets sockets;
    private final TlsSocketStrategy tls;

    ConnectionOperator(URI base, Sockets sockets, TlsSocketStrategy tls) {
        this.base = base;
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
        Iterator<InetAddress> addresses =
                Arrays.asList(InetAddress.getAllByName(host.getHostName())).iterator();
        boolean connected = false;
        while (!connected) {
            InetSocketAddress remote = new InetSocketAddress(addresses.next(), port);
            Socket socket = sockets.create();
            try {
                connect(connection, socket, local, remote, patience, config);
                if (URIScheme.HTTPS.same(host.getSchemeName())) {
                    secure(connection, socket, name == null ? host : name, patience, attachment, context);
                }
                connected = true;
            } catch (IOException e) {
                if (!addresses.hasNext()) {
                    throw explained(e);
                }
            } finally {
                if (!connected) {
                    socket.close();
                }
            }
        }
    }

    private static void connect(
            ManagedHttpClientConnection connection,
            Socket socket,
            @Nullable InetSocketAddress local,
            InetSocketAddress remote,
            Timeout timeout,
            SocketConfig config)
            throws IOException {
        connection.bind(socket); // so that cancelling the request closes it
        configure(socket, config);
        if (local != null) {
            socket.bind(local);
        }
        socket.connect(remote, timeout.toMillisecondsIntBound());
        connection.bind(socket); // sets the addresses, which are known now
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

package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Connects within ten seconds, plain or by TLS; by TLS the other side's certificate must name the address. Immutable. */
final class ConnectingSockets extends SocketFactory {
    private static final int CONNECT_MILLIS = 10_000;

    private final Optional<SSLContext> tls;

    ConnectingSockets(Optional<SSLContext> tls) {
        this.tls = tls;
    }

    /** Not connected yet; always plain, because what it will connect to is not known. */
    @Override
    public Socket createSocket() throws IOException {
        if (tls.isPresent()) {
            throw new IOException("a TLS connection needs its address first");
        }
        return new Socket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connect(host, InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
        return connect(address.getHostAddress(), address, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(address, port);
    }

    private Socket connect(String named, InetAddress address, int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
            return tls.isPresent() ? secured(tls.get(), socket, named, port) : socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static Socket secured(SSLContext context, Socket socket, String named, int port) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, named, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setProtocols(new String[] {TlsContexts.PROTOCOL});
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.setSoTimeout(CONNECT_MILLIS);
        secured.startHandshake();
        secured.setSoTimeout(0);
        return secured;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConnectingSockets sockets && sockets.tls.equals(tls);
    }

    @Override
    public int hashCode() {
        return tls.hashCode();
    }
}

package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;

/**
 * A connection that shakes hands when it is first read or written, on that thread: who accepts or connects does not wait for it. In the handshake the
 * other side must bring its next bytes within ten seconds each. Any thread.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the sockets below do what is needed
final class SecuredSocket extends Socket {
    private static final int HANDSHAKE_MILLIS = 10_000;

    private final Socket plain;
    private final Layer layer;
    private final Consumer<IOException> failed;
    private final FutureTask<SSLSocket> handshake = new FutureTask<>(this::shake);
    private volatile int timeoutMillis;
    private volatile boolean aborts;
    private volatile boolean closed;

    /** How TLS is put on a connection. */
    interface Layer {
        SSLSocket over(Socket connected) throws IOException;
    }

    /**
     * TLS over a connection.
     *
     * @param plain connected, or to be connected through this one
     * @param failed hears why there is no TLS, unless this side closed the connection
     */
    SecuredSocket(Socket plain, Layer layer, Consumer<IOException> failed) {
        this.plain = plain;
        this.layer = layer;
        this.failed = failed;
    }

    private SSLSocket shake() throws IOException {
        try {
            plain.setSoTimeout(HANDSHAKE_MILLIS);
            SSLSocket secured = layer.over(plain);
            secured.startHandshake();
            plain.setSoTimeout(timeoutMillis);
            return secured;
        } catch (IOException e) {
            if (!closed) {
                failed.accept(e);
            }
            plain.close();
            throw e;
        }
    }

    /** Shakes hands the first time; several threads wait for the same handshake. */
    private SSLSocket secured() throws IOException {
        handshake.run();
        try {
            return handshake.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted in a TLS handshake");
        } catch (ExecutionException e) {
            throw new IOException("no TLS: " + e.getCause(), e.getCause());
        }
    }

    private final class In extends InputStream {
        @Override
        public int read() throws IOException {
            return secured().getInputStream().read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return secured().getInputStream().read(into, from, length);
        }

        @Override
        public int available() throws IOException {
            return handshake.isDone() ? secured().getInputStream().available() : 0;
        }

        @Override
        public void close() throws IOException {
            SecuredSocket.this.close();
        }
    }

    private final class Out extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            secured().getOutputStream().write(value);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            secured().getOutputStream().write(bytes, from, length);
        }

        @Override
        public void flush() throws IOException {
            secured().getOutputStream().flush();
        }

        @Override
        public void close() throws IOException {
            SecuredSocket.this.close();
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new In();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new Out();
    }

    /** With a linger time of zero, or before the handshake, without a word to the other side and without waiting. */
    @Override
    public void close() throws IOException {
        closed = true;
        if (aborts || !handshake.isDone()) {
            plain.close();
        } else {
            try {
                secured().close();
            } finally {
                plain.close();
            }
        }
    }

    @Override
    public void connect(SocketAddress to) throws IOException {
        plain.connect(to);
    }

    @Override
    public void connect(SocketAddress to, int millis) throws IOException {
        plain.connect(to, millis);
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        timeoutMillis = millis;
        if (handshake.isDone()) {
            plain.setSoTimeout(millis);
        }
    }

    @Override
    public int getSoTimeout() {
        return timeoutMillis;
    }

    @Override
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        aborts = on && seconds == 0;
        plain.setSoLinger(on, seconds);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return plain.getSoLinger();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        plain.setTcpNoDelay(on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return plain.getTcpNoDelay();
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        plain.setKeepAlive(on);
    }

    @Override
    public boolean getKeepAlive() throws SocketException {
        return plain.getKeepAlive();
    }

    @Override
    public InetAddress getInetAddress() {
        return plain.getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return plain.getLocalAddress();
    }

    @Override
    public int getPort() {
        return plain.getPort();
    }

    @Override
    public int getLocalPort() {
        return plain.getLocalPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return plain.getRemoteSocketAddress();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return plain.getLocalSocketAddress();
    }

    @Override
    public boolean isConnected() {
        return plain.isConnected();
    }

    @Override
    public boolean isBound() {
        return plain.isBound();
    }

    @Override
    public boolean isClosed() {
        return plain.isClosed();
    }

    @Override
    public String toString() {
        return "TLS over " + plain;
    }
}

package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLSocket;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A connection that shakes hands when it is first read or written, on that thread: accepting and connecting do not wait for it. The whole handshake
 * has a limit of time; a connection without one then is closed. Any thread.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the sockets below do what is needed
final class SecuredSocket extends Socket {
    private static final Logger LOG = ServerLog.of(SecuredSocket.class);

    /** Unless another one is given. */
    static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(10);

    private final Socket plain;
    private final Layer layer;
    private final Duration limit;
    private final Deadlines deadlines;
    private final FutureTask<SSLSocket> handshake = new FutureTask<>(this::shake);
    /** Set by the accepting thread, before others have this connection, or by the thread that shakes hands. */
    private volatile @Nullable Future<?> deadline;

    private volatile boolean late;
    private volatile boolean aborts;
    private volatile boolean closed;

    /** How TLS is put on a connection, and what hears of the handshake. */
    interface Layer {
        SSLSocket over(Socket connected) throws IOException;

        /** The other side has proved who it is. */
        void complete();

        /** There is no TLS; not called if this side closed the connection. */
        void failed(IOException reason);

        /** Throws if the other side is not trusted any more. Called with all that is read and written; fast. */
        void verify(SSLSocket secured) throws IOException;
    }

    /**
     * TLS over a connection.
     *
     * @param plain connected, or to be connected through this one
     * @param limit longest time of the handshake
     */
    SecuredSocket(Socket plain, Layer layer, Duration limit, Deadlines deadlines) {
        this.plain = plain;
        this.layer = layer;
        this.limit = limit;
        this.deadlines = deadlines;
    }

    /** The time of the handshake runs from the first call on, though nobody reads or writes yet. */
    void limitHandshake() {
        if (deadline == null) {
            deadline = deadlines.after(limit, this::endLate);
        }
    }

    private void endLate() {
        if (!handshake.isDone()) {
            late = true;
            try {
                plain.close();
            } catch (IOException e) {
                LOG.debug("- a connection without a handshake did not close in an orderly way", e);
            }
        }
    }

    private void endDeadline() {
        Future<?> known = deadline;
        if (known != null) {
            known.cancel(false);
        }
    }

    private SSLSocket shake() throws IOException {
        limitHandshake();
        try {
            SSLSocket secured = layer.over(plain);
            secured.startHandshake();
            layer.complete();
            return secured;
        } catch (IOException e) {
            IOException reason = late ? lateHandshake(e) : e;
            if (!closed) {
                layer.failed(reason);
            }
            plain.close();
            throw reason;
        } finally {
            endDeadline();
        }
    }

    private SocketTimeoutException lateHandshake(IOException e) {
        SocketTimeoutException reason =
                new SocketTimeoutException("the TLS handshake took longer than " + limit.toMillis() + " ms");
        reason.initCause(e);
        return reason;
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

    /** Nothing that comes from a side that is not trusted any more is given on, and nothing is sent to it. */
    private void verify() throws IOException {
        SSLSocket secured = secured();
        try {
            layer.verify(secured);
        } catch (IOException e) {
            if (!closed) {
                closed = true; // the reader and the writer find it at about the same time
                layer.failed(e);
            }
            plain.close();
            throw e;
        }
    }

    private final class In extends InputStream {
        @Override
        public int read() throws IOException {
            int value = secured().getInputStream().read();
            verify();
            return value;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = secured().getInputStream().read(into, from, length);
            verify();
            return read;
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
            verify();
            secured().getOutputStream().write(value);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            verify();
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
        endDeadline();
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
        plain.setSoTimeout(millis);
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return plain.getSoTimeout();
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

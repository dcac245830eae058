package org.banip.surrogate.mail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/**
 * One attempt to send an e-mail, which ends after some time whatever the server does: a server that sends a byte now and then keeps the time-out of
 * each answer. Then the attempt's connections are closed. Any thread.
 */
final class Attempt implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();
    private final Future<?> deadline;
    private boolean over;

    /** Begins it. */
    Attempt(ScheduledExecutorService clock, Duration longest) {
        deadline = clock.schedule(this::end, longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void end() {
        over = true;
        sockets.forEach(Attempt::close);
    }

    /** Whether it took too long. */
    synchronized boolean isOver() {
        return over;
    }

    private synchronized Socket kept(Socket socket) {
        sockets.add(socket);
        if (over) {
            close(socket);
        }
        return socket;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It was broken already.
        }
    }

    /** It has come to its end by itself. */
    @Override
    public void close() {
        deadline.cancel(false);
    }

    /** Makes its connections without TLS. */
    SocketFactory plain() {
        return new PlainSockets();
    }

    /** Makes its TLS, over connections without. */
    SSLSocketFactory tls(SSLSocketFactory by) {
        return new TlsSockets(by);
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("Jakarta Mail connects a socket by itself");
    }

    private final class PlainSockets extends SocketFactory {
        @Override
        public Socket createSocket() {
            return kept(new Socket());
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw unused();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) {
            throw unused();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw unused();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
            throw unused();
        }
    }

    private final class TlsSockets extends SSLSocketFactory {
        private final SSLSocketFactory by;

        TlsSockets(SSLSocketFactory by) {
            this.by = by;
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return by.getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return by.getSupportedCipherSuites();
        }

        /** The connection below is closed at the deadline: TLS would first say farewell, and wait until that is written. */
        @Override
        public Socket createSocket(Socket below, String host, int port, boolean closesBelow) throws IOException {
            return by.createSocket(kept(below), host, port, closesBelow);
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw unused();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) {
            throw unused();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw unused();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
            throw unused();
        }
    }
}

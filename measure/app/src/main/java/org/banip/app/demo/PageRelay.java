package org.banip.app.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.emulator.EmulatedHost;

/** Lets browsers of this machine reach a server of an emulated host. A thread accepts; each connection has two. */
final class PageRelay implements AutoCloseable {
    private final EmulatedHost host;
    private final int target;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /**
     * Begins to listen on loopback.
     *
     * @param target port of the server on the loopback of its host
     * @param port here, 0 for any free one
     */
    PageRelay(EmulatedHost host, int target, int port) {
        this.host = host;
        this.target = target;
        try {
            listening = new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "cannot listen on " + DemoNetwork.LOOPBACK + ":" + port + ": " + e.getMessage(),
                    e);
        }
        start("accept", this::accept);
    }

    /** The port on which it listens. */
    int port() {
        return listening.getLocalPort();
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, "banip-page-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket browser = listening.accept();
                sockets.add(browser);
                Socket server = connect();
                sockets.add(server);
                start("up", () -> carry(browser, server));
                start("down", () -> carry(server, browser));
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    System.err.println("the live page cannot be reached: " + e.getMessage());
                }
            } catch (InterruptedException e) {
                return; // nobody interrupts it, but the call may be
            }
        }
    }

    /** The socket belongs to the host whose thread opens it. */
    private Socket connect() throws IOException, InterruptedException {
        try {
            return host.call(() -> {
                Socket socket = new Socket();
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
                return socket;
            });
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private void carry(Socket from, Socket to) {
        try {
            long unused = from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            end(from); // one of them has ended, so both do
            end(to);
        }
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            sockets.forEach(this::end);
        }
    }
}

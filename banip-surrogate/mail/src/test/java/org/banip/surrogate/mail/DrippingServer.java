package org.banip.surrogate.mail;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A server that begins an answer, and goes on with a byte now and then, without end. */
final class DrippingServer implements AutoCloseable {
    private static final long PAUSE_MILLIS = 20;

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();

    DrippingServer(String begun) throws IOException {
        threads.execute(() -> accept(begun.getBytes(StandardCharsets.ISO_8859_1)));
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept(byte[] begun) {
        try {
            while (true) {
                Socket client = listening.accept();
                threads.execute(() -> drip(client, begun));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void drip(Socket client, byte[] begun) {
        try (client;
                OutputStream out = client.getOutputStream()) {
            out.write(begun);
            while (true) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                out.write('x');
            }
        } catch (IOException e) {
            // The client has left.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}

package org.banip.surrogate.mail;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes connections on to a mail server, and breaks the first ones inside the text of an e-mail, or between the text and its answer. */
final class CuttingProxy implements AutoCloseable {
    private static final int INSIDE = 60;

    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int serverPort;
    private final boolean insideText;
    private final AtomicInteger cutsLeft;

    CuttingProxy(int serverPort, boolean insideText, int cuts) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), serverPort, insideText, cuts);
    }

    /** One that breaks none, and takes connections here. */
    CuttingProxy(ServerSocket listening, int serverPort) {
        this(listening, serverPort, false, 0);
    }

    private CuttingProxy(ServerSocket listening, int serverPort, boolean insideText, int cuts) {
        this.listening = listening;
        this.serverPort = serverPort;
        this.insideText = insideText;
        cutsLeft = new AtomicInteger(cuts);
        threads.execute(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    int cutsLeft() {
        return cutsLeft.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                boolean[] cut = {false};
                threads.execute(() -> copy(client, server, cut, true));
                threads.execute(() -> copy(server, client, cut, false));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void copy(Socket from, Socket to, boolean[] cut, boolean up) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            StringBuilder text = new StringBuilder();
            byte[] piece = new byte[4096];
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                if (!up && isCut(cut)) {
                    return; // the answer
                }
                text.append(new String(piece, 0, length, StandardCharsets.ISO_8859_1));
                int data = up ? text.indexOf("DATA\r\n") : -1;
                if (data >= 0 && insideText && text.length() > data + 6 && cutsLeft.getAndDecrement() > 0) {
                    out.write(piece, 0, Math.min(length, INSIDE));
                    return;
                }
                if (data >= 0
                        && !insideText
                        && text.indexOf("\r\n.\r\n", data) >= 0
                        && !isCut(cut)
                        && cutsLeft.getAndDecrement() > 0) {
                    cut(cut);
                }
                out.write(piece, 0, length);
            }
        } catch (IOException e) {
            // The other direction was cut.
        }
    }

    private static void cut(boolean[] cut) {
        synchronized (cut) {
            cut[0] = true;
        }
    }

    private static boolean isCut(boolean[] cut) {
        synchronized (cut) {
            return cut[0];
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}

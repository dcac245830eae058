package org.banip.mbu.testhost;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.Protocol;

/** The answer of a duplex request, which begins before the request has ended. A thread of its own writes it. */
final class DuplexAnswer implements Runnable {
    /** Writes bytes to the MBU. */
    interface Out {
        void write(byte[] bytes) throws IOException;
    }

    private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};

    private final TestHost host;
    private final HostSession session;
    private final Out out;
    private final Thread thread = new Thread(this, "test-host-duplex");
    private HostSession.Reverse reverse;
    private boolean begun;
    private volatile boolean ending;

    DuplexAnswer(TestHost host, HostSession session, Out out) {
        this.host = host;
        this.session = session;
        this.out = out;
        thread.setDaemon(true);
    }

    /** Answers with the head and the first acknowledgement, and writes frames from now on. */
    void begin() throws IOException, InterruptedException {
        begun = true;
        reverse = session.openReverse();
        out.write(HttpOut.head(
                "200 OK",
                "Content-Type: " + Protocol.FRAMES_TYPE,
                "Cache-Control: no-store",
                "Transfer-Encoding: chunked"));
        out.write(HttpOut.chunk(reverse.frames.take()));
        thread.start();
    }

    @Override
    public void run() {
        try {
            long lastMillis = System.currentTimeMillis();
            while (!ending) {
                byte[] frame = reverse.frames.poll(2, TimeUnit.MILLISECONDS);
                if (frame == null && System.currentTimeMillis() - lastMillis >= host.keepAliveMillis) {
                    frame = HostSession.bytes(new Control.KeepAlive());
                }
                if (frame != null) {
                    out.write(HttpOut.chunk(frame));
                    lastMillis = System.currentTimeMillis();
                }
            }
        } catch (IOException e) {
            // the connection was closed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the answer with these frames. */
    void end(byte[] last) throws IOException, InterruptedException {
        if (!begun) {
            begin();
        }
        stop();
        for (byte[] frame = reverse.frames.poll(); frame != null; frame = reverse.frames.poll()) {
            out.write(HttpOut.chunk(frame));
        }
        out.write(HttpOut.chunk(last));
        out.write(LAST_CHUNK);
    }

    /** Writes no more. */
    void stop() throws InterruptedException {
        if (begun && !ending) {
            ending = true;
            session.closeReverse(reverse);
            thread.join();
        }
    }
}

package org.banip.measure.peer.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Packet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client that keeps one connection, sends packets on it in order, and after a break connects again and sends again what was not
 * acknowledged. One thread of its own.
 */
public abstract class StreamClient implements PeerClient {
    private static final Logger LOG = LoggerFactory.getLogger(StreamClient.class);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final SendQueue queue;
    private final Thread thread;
    private final AtomicLong breaks = new AtomicLong();
    private volatile boolean closing;

    /** A client that has not begun yet. */
    protected StreamClient(String name, SendQueue queue) {
        this.queue = queue;
        thread = new Thread(this::run, "banip-peer-" + name);
    }

    /** A connection, as long as it holds. */
    public interface Connection {
        /** Whether it still holds. */
        boolean open();

        /** Sends a packet; waits while the connection takes no more. */
        void send(Packet packet) throws IOException, InterruptedException;

        /** Ends it. */
        void close();
    }

    /** Makes a connection. */
    protected abstract Connection connect() throws IOException, InterruptedException;

    /** Begins. */
    protected final void start() {
        thread.start();
    }

    private void run() {
        ReconnectDelay backoff = new ReconnectDelay();
        while (!closing) {
            try {
                stream(backoff);
            } catch (IOException e) {
                LOG.info("no connection: {}", e.toString());
            } catch (InterruptedException e) {
                return;
            }
            if (closing) {
                return;
            }
            breaks.incrementAndGet();
            try {
                backoff.sleep();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void stream(ReconnectDelay backoff) throws IOException, InterruptedException {
        Connection connection = connect();
        backoff.reset();
        try {
            queue.rewind();
            while (connection.open()) {
                Optional<Packet> packet = queue.next(LOOK);
                if (packet.isPresent()) {
                    connection.send(packet.get());
                }
            }
        } finally {
            connection.close();
        }
    }

    @Override
    public final long breaks() {
        return breaks.get();
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

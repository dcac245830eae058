package org.banip.measure.peer.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Packet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client with one connection that sends packets in order. After a break it reconnects and sends unacknowledged packets again. One thread of its
 * own.
 */
public abstract class StreamClient implements PeerClient {
    private static final Logger LOG = LoggerFactory.getLogger(StreamClient.class);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final SendQueue queue;
    private final Thread thread;
    private final AtomicLong breaks = new AtomicLong();
    private volatile boolean closing;

    /** Creates a client that is not started yet. */
    protected StreamClient(String name, SendQueue queue) {
        this.queue = queue;
        thread = new Thread(this::run, "banip-peer-" + name);
    }

    /** A connection. */
    public interface Connection {
        /** Whether it is open. */
        boolean open();

        /** Sends a packet; waits while the connection is blocked. */
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

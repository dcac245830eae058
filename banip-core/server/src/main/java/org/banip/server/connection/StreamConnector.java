package org.banip.server.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connector for many streams of small pieces. Jetty reads from a socket until it is empty, three times for each piece that comes. Here a read
 * that did not fill the buffer counts as proof that the socket is empty, until the selector says otherwise (epoll(7), question 9), so
 * each piece costs one system call.
 */
public final class StreamConnector extends ServerConnector {
    private final LongAdder fruitlessReads = new LongAdder();

    /** A connector with one thread that accepts and a number of threads that select. */
    public StreamConnector(Server server, int selectors, ConnectionFactory... factories) {
        super(server, 1, selectors, factories);
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        StreamEndPoint endPoint = new StreamEndPoint(channel, selector, key, getScheduler());
        endPoint.setIdleTimeout(getIdleTimeout());
        return endPoint;
    }

    /** Reads of sockets that brought nothing. */
    public long fruitlessReads() {
        return fruitlessReads.sum();
    }

    private final class StreamEndPoint extends SocketChannelEndPoint {
        /** Whether the socket was empty after the last read, and the selector has not been asked since. */
        private volatile boolean drained;

        StreamEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
            super(channel, selector, key, scheduler);
        }

        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            if (drained) {
                return 0;
            }
            int room = buffer.capacity() - buffer.remaining();
            int filled = super.fill(buffer);
            drained = filled >= 0 && filled < room;
            if (filled == 0) {
                fruitlessReads.increment();
            }
            return filled;
        }

        @Override
        public Runnable onSelected() {
            drained = false;
            return super.onSelected();
        }
    }
}

package org.banip.measure.http.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.banip.measure.http.transfer.Request;

/**
 * Distributes requests over the connections that a version allows. While requests wait, it opens connections, at most one for each request. Belongs to
 * the event loop.
 */
final class ConnectionPool {
    private final Connector connector;
    private final Deque<Exchange> waiting = new ArrayDeque<>();
    private final List<Pooled> connections = new ArrayList<>();
    private int opening;
    private boolean closed;

    /** A connection and the number of its requests that are not answered. */
    private static final class Pooled {
        private final Connection connection;
        private int busy;

        private Pooled(Connection connection) {
            this.connection = connection;
        }
    }

    ConnectionPool(Connector connector) {
        this.connector = connector;
    }

    /** Sends a request as soon as a connection is free. */
    void submit(Request request, Exchange.Outcome outcome) {
        waiting.add(new Exchange(request, outcome));
        dispatch();
    }

    /** Connections that are open. */
    int connections() {
        return connections.size();
    }

    /** Whether the first request was sent as early data. */
    boolean early() {
        return !connections.isEmpty() && connections.get(0).connection.early();
    }

    private void dispatch() {
        for (Pooled pooled : List.copyOf(connections)) {
            while (!waiting.isEmpty() && pooled.busy < connector.mostRequests()) {
                send(pooled, waiting.remove());
            }
        }
        while (opening < waiting.size() && connections.size() + opening < connector.mostConnections()) {
            opening++;
            connector.open(this::opened, this::failed);
        }
    }

    private void send(Pooled pooled, Exchange exchange) {
        pooled.busy++;
        pooled.connection.send(new Exchange(exchange.request(), new Exchange.Outcome() {
            @Override
            public void answered(int status, long bytes, int checksum, boolean early) {
                pooled.busy--;
                exchange.outcome().answered(status, bytes, checksum, early);
                dispatch();
            }

            @Override
            public void failed(Throwable cause) {
                pooled.busy--;
                exchange.outcome().failed(cause);
            }
        }));
    }

    private void opened(Connection connection) {
        opening--;
        if (closed) {
            connection.close();
            return;
        }
        connections.add(new Pooled(connection));
        dispatch();
    }

    private void failed(Throwable cause) {
        opening--;
        List<Exchange> lost = new ArrayList<>(waiting);
        waiting.clear();
        lost.forEach(exchange -> exchange.outcome().failed(cause));
    }

    /** Ends all connections; no request is sent any more. */
    void close() {
        closed = true;
        waiting.clear();
        connections.forEach(pooled -> pooled.connection.close());
    }
}

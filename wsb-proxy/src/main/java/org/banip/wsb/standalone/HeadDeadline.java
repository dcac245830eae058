package org.banip.wsb.standalone;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections that do not bring a whole request head in time, however busily they trickle. Counts from the moment a connection
 * is made, TLS handshake included, and anew when a request is over. Any thread.
 */
final class HeadDeadline extends Handler.Wrapper implements Connection.Listener {
    private final ConnectionLimits limits;
    private final Scheduler scheduler;
    private final ConcurrentMap<Connection, Scheduler.Task> waiting = new ConcurrentHashMap<>();

    HeadDeadline(ConnectionLimits limits, Scheduler scheduler, Handler next) {
        super(next);
        this.limits = limits;
        this.scheduler = scheduler;
    }

    @Override
    public void onOpened(Connection connection) {
        if (!(connection instanceof SslConnection)) {
            set(connection, limits.head().toMillis());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        clear(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        clear(connection);
        Request.addCompletionListener(request, failure -> {
            if (connection.getEndPoint().isOpen()) {
                set(connection, limits.idle().plus(limits.head()).toMillis());
            }
        });
        return super.handle(request, response, callback);
    }

    private void set(Connection connection, long millis) {
        Scheduler.Task task = scheduler.schedule(connection::close, millis, TimeUnit.MILLISECONDS);
        Scheduler.Task before = waiting.put(connection, task);
        if (before != null) {
            before.cancel();
        }
        if (!connection.getEndPoint().isOpen()) {
            clear(connection);
        }
    }

    private void clear(Connection connection) {
        Scheduler.Task task = waiting.remove(connection);
        if (task != null) {
            task.cancel();
        }
    }

    /** Connections that are being watched. */
    int watched() {
        return waiting.size();
    }
}

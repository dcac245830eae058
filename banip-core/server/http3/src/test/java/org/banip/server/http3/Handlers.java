package org.banip.server.http3;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.server.request.AuthenticationListener;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What the tests ask a server for. */
final class Handlers extends Handler.Abstract {
    static final int FLOOD_BYTES = 10_000_000;

    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicLong counted = new AtomicLong();
    private final AtomicLong flooded = new AtomicLong();
    /** Guarded by this. */
    private @Nullable Response pipe;

    private @Nullable Runnable count;

    /** Echoes that broke. */
    int broken() {
        return broken.get();
    }

    long counted() {
        return counted.get();
    }

    /** Bytes that were given to the connection. */
    long flooded() {
        return flooded.get();
    }

    /** Lets the request that counts begin to read. */
    synchronized void count() {
        count.run();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        switch (request.getHttpURI().getPath()) {
            case "/echo" -> echo(request, response, callback);
            case "/pipe" -> pipe(request, response, callback);
            case "/count" -> {
                synchronized (this) {
                    count = () -> count(request, response, callback);
                }
            }
            case "/flood" -> flood(response, callback);
            case "/known" -> {
                ((AuthenticationListener) request.getAttribute(AuthenticationListener.ATTRIBUTE)).authenticated(false);
                Content.Sink.write(response, true, who(request), callback);
            }
            case "/fail" ->
                response.write(
                        false,
                        StandardCharsets.UTF_8.encode("begun"),
                        Callback.from(() -> callback.failed(new IllegalStateException("as wanted"))));
            default -> Content.Sink.write(response, true, who(request), callback);
        }
        return true;
    }

    private static String who(Request request) {
        InetSocketAddress client =
                (InetSocketAddress) request.getConnectionMetaData().getRemoteSocketAddress();
        return request.getConnectionMetaData().getHttpVersion().asString() + " " + request.getMethod() + " "
                + request.getHttpURI() + " from " + client.getAddress().getHostAddress() + ":" + client.getPort()
                + " secure=" + request.isSecure() + " x-name="
                + request.getHeaders().get("X-Name") + " early="
                + request.getHeaders().get("Early-Data");
    }

    private void echo(Request request, Response response, Callback callback) {
        Content.copy(request, response, Callback.from(callback::succeeded, failure -> {
            broken.incrementAndGet();
            callback.failed(failure);
        }));
    }

    /** What is posted goes to the one who gets. */
    private synchronized void pipe(Request request, Response response, Callback callback) {
        if (request.getMethod().equals("GET")) {
            pipe = response;
            response.write(false, ByteBuffer.allocate(0), Callback.NOOP);
        } else {
            Content.copy(request, pipe, callback);
        }
    }

    private void count(Request request, Response response, Callback callback) {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(() -> count(request, response, callback));
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                callback.failed(chunk.getFailure());
                return;
            }
            counted.addAndGet(chunk.remaining());
            boolean last = chunk.isLast();
            chunk.release();
            if (last) {
                Content.Sink.write(response, true, Long.toString(counted.get()), callback);
                return;
            }
        }
    }

    private void flood(Response response, Callback callback) {
        int piece = 10_000;
        boolean last = flooded.get() == FLOOD_BYTES - piece;
        response.write(last, ByteBuffer.allocate(piece), new Callback() {
            @Override
            public void succeeded() {
                flooded.addAndGet(piece);
                if (last) {
                    callback.succeeded();
                } else {
                    flood(response, callback);
                }
            }

            @Override
            public void failed(Throwable failure) {
                callback.failed(failure);
            }
        });
    }
}

package org.banip.mbu.testhost;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.interconnect.ContentDigest;
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * A front of the host that speaks HTTP/2 only. Each stream becomes a request of HTTP/1.1, and bytes are passed on at once. If a connection to the
 * host breaks, only its stream is reset.
 */
public final class Http2Front {
    private static final String[] PASSED = {
        HttpHeader.CONTENT_TYPE.asString(), HttpHeader.AUTHORIZATION.asString(), ContentDigest.HEADER
    };

    private final TestHost host;
    private final HttpClient client = new HttpClient();
    private final Server server = new Server();
    private final ServerConnector connector =
            new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicInteger mostStreams = new AtomicInteger();

    private Http2Front(TestHost host) {
        this.host = host;
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(0);
        connector.addBean(new Connection.Listener() {
            @Override
            public void onOpened(Connection connection) {
                connections.incrementAndGet();
            }
        });
        server.addConnector(connector);
        server.setHandler(new Forward());
        client.setIdleTimeout(0);
    }

    /** Starts a front on a free port of the loopback. */
    public static Http2Front start(TestHost host) throws Exception {
        Http2Front front = new Http2Front(host);
        front.client.start();
        front.server.start();
        return front;
    }

    /** The base URL of the host through this front. */
    public URI base() {
        return URI.create(
                "http://127.0.0.1:" + connector.getLocalPort() + host.base().getRawPath());
    }

    /** The number of accepted connections. */
    public int connections() {
        return connections.get();
    }

    /** The maximum number of streams that were open at once. */
    public int mostStreams() {
        return mostStreams.get();
    }

    /** Ends all connections. */
    public void stop() throws Exception {
        server.stop();
        client.stop();
    }

    private final class Forward extends Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            mostStreams.accumulateAndGet(streams.incrementAndGet(), Math::max);
            Callback ended = Callback.from(streams::decrementAndGet, callback);
            AsyncRequestContent body = new AsyncRequestContent();
            client.newRequest(host.base().resolve(request.getHttpURI().getPathQuery()))
                    .method(request.getMethod())
                    .headers(headers -> pass(request.getHeaders(), headers))
                    .body(hasBody(request) ? body : null)
                    .onResponseHeaders(answer -> {
                        response.setStatus(answer.getStatus());
                        pass(answer.getHeaders(), response.getHeaders());
                    })
                    .onResponseContentAsync((answer, chunk, demander) -> {
                        chunk.retain();
                        response.write(
                                false,
                                chunk.getByteBuffer(),
                                Callback.from(
                                        () -> {
                                            chunk.release();
                                            demander.run();
                                        },
                                        e -> {
                                            chunk.release();
                                            CompletableFuture<Boolean> unusedAborted = answer.abort(e);
                                        }));
                    })
                    .send(result -> {
                        if (result.isFailed()) {
                            ended.failed(result.getFailure());
                        } else {
                            response.write(true, ByteBuffer.allocate(0), ended);
                        }
                    });
            if (hasBody(request)) {
                pass(request, body);
            }
            return true;
        }
    }

    private static boolean hasBody(Request request) {
        return request.getMethod().equals("POST");
    }

    private static void pass(HttpFields from, HttpFields.Mutable to) {
        for (String header : PASSED) {
            HttpField field = from.getField(header);
            if (field != null) {
                to.put(field);
            }
        }
    }

    /** Passes on the next piece of a body when the last one is written. */
    private static void pass(Request request, AsyncRequestContent body) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
            request.demand(() -> pass(request, body));
        } else if (Content.Chunk.isFailure(chunk)) {
            body.fail(chunk.getFailure());
        } else {
            boolean last = chunk.isLast();
            body.write(
                    chunk.getByteBuffer(),
                    Callback.from(
                            () -> {
                                chunk.release();
                                if (last) {
                                    body.close();
                                } else {
                                    pass(request, body);
                                }
                            },
                            e -> chunk.release()));
        }
    }
}

package org.banip.measure.http.client;

import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.measure.http.connection.ClientTls;
import org.banip.measure.http.connection.KeyFile;
import org.banip.measure.http.connection.Loops;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Request;
import org.banip.measure.http.transfer.Transfer;

/** Makes loads, one at a time, each with connections of its own. Used by one thread. */
public final class HttpClient implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 5;

    private final InetSocketAddress server;
    private final ClientTls tls;
    private final long seed;
    private final String congestionControl;
    private final EventLoopGroup group = Loops.one();
    private final Map<Transfer, List<Request>> requests = new HashMap<>();
    private final SslContext http1;
    private final SslContext http2;
    private final QuicSslContext http3;
    private final QuicSslContext http3Early;

    /**
     * A client.
     *
     * @param seed of pages and alarms, the same as the server's
     * @param congestionControl of QUIC; TCP's is that of the route
     */
    public HttpClient(InetSocketAddress server, KeyFile keys, long seed, String congestionControl) throws IOException {
        this.server = server;
        this.seed = seed;
        this.congestionControl = congestionControl;
        tls = new ClientTls(keys);
        http1 = tls.http1();
        http2 = tls.http2();
        http3 = tls.http3(false);
        http3Early = tls.http3(true);
    }

    /**
     * Makes a load.
     *
     * @throws IOException if an answer is not what it must be, a connection breaks, or the time is over
     */
    public LoadResult load(Protocol protocol, Transfer transfer, Duration patience)
            throws IOException, InterruptedException {
        List<Request> wanted = requests.computeIfAbsent(transfer, fresh -> fresh.requests(seed));
        Load load = new Load(wanted, connector(protocol, transfer.resumes()));
        try {
            group.next().execute(load::start);
            return load.result().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause == null ? e.toString() : String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            throw new IOException("not loaded within " + patience.toSeconds() + " s", e);
        } finally {
            group.next().execute(load::end);
        }
    }

    /** The connections of a load. If it must not resume, it has a context without sessions. */
    private Connector connector(Protocol protocol, boolean resumes) {
        switch (protocol) {
            case HTTP1:
                return new Http1Connector(group, resumes ? http1 : tls.http1(), server);
            case HTTP2:
                return new Http2Connector(group, resumes ? http2 : tls.http2(), server);
            case HTTP3:
                return new Http3Connector(group, resumes ? http3 : tls.http3(false), server, congestionControl);
            default:
                return new Http3Connector(group, http3Early, server, congestionControl);
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}

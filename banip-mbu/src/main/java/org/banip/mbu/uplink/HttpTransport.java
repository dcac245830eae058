package org.banip.mbu.uplink;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Apache HttpClient configured for BANip: no retries, redirects, compression or additional headers. Any thread. */
final class HttpTransport implements AutoCloseable {
    /** Reads an answer on the thread that sent the request. */
    interface AnswerReader<T> {
        T read(ClassicHttpResponse response) throws IOException;
    }

    private static final Http1Config HTTP =
            Http1Config.custom().setMaxLineLength(8192).setMaxHeaderCount(100).build();
    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    private static final int MAX_CONNECTIONS = 4;

    private final UplinkContext context;
    private final Sockets sockets;
    private final PoolingHttpClientConnectionManager connections;
    private final CloseableHttpClient client;
    private final ScheduledThreadPoolExecutor watch;
    private final EarlyAnswer earlyAnswer;
    /** Whether the host has ever answered in HTTP. */
    private volatile boolean answered;

    HttpTransport(UplinkContext context) {
        this(context, AddressOrder.ofSystem());
    }

    /** The same with other addresses of the broker. */
    HttpTransport(UplinkContext context, AddressOrder addresses) {
        this.context = context;
        sockets = new Sockets(context.traffic());
        earlyAnswer = new EarlyAnswer(context.clock());
        connections = connections(context, addresses, sockets, earlyAnswer);
        client = client(context, connections);
        watch = new ScheduledThreadPoolExecutor(1, role -> {
            Thread thread = new Thread(role, "banip-watch-" + context.threadSuffix());
            thread.setDaemon(true);
            return thread;
        });
        watch.setRemoveOnCancelPolicy(true);
    }

    private static PoolingHttpClientConnectionManager connections(
            UplinkContext context, AddressOrder addresses, Sockets sockets, EarlyAnswer earlyAnswer) {
        HttpSettings settings = context.settings();
        ClientTlsStrategyBuilder tls = ClientTlsStrategyBuilder.create();
        settings.sslContext().ifPresent(tls::setSslContext);
        PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager(
                new ConnectionOperator(context, addresses, sockets, tls.buildClassic()),
                PoolConcurrencyPolicy.STRICT,
                PoolReusePolicy.LIFO,
                TimeValue.NEG_ONE_MILLISECOND,
                ManagedHttpClientConnectionFactory.builder()
                        .http1Config(HTTP)
                        .responseParserFactory(ignored -> answerParser())
                        .responseOutOfOrderStrategy(earlyAnswer)
                        .build());
        connections.setMaxTotal(MAX_CONNECTIONS);
        connections.setDefaultMaxPerRoute(MAX_CONNECTIONS);
        connections.setDefaultSocketConfig(SocketConfig.custom()
                .setSndBufSize(settings.sendBufferBytes())
                .setRcvBufSize(settings.receiveBufferBytes())
                .setTcpNoDelay(settings.tcpNoDelay())
                .setSoKeepAlive(settings.tcpKeepAlive())
                .build());
        Timeout connectTimeout = timeout(settings.connectTimeout());
        connections.setDefaultConnectionConfig(
                ConnectionConfig.custom().setConnectTimeout(connectTimeout).build());
        connections.setDefaultTlsConfig(
                TlsConfig.custom().setHandshakeTimeout(connectTimeout).build());
        return connections;
    }

    /** HttpClient's parser has no checked error for some damaged heads, for example for the status code 000. */
    private static HttpMessageParser<ClassicHttpResponse> answerParser() {
        HttpMessageParser<ClassicHttpResponse> parser = new DefaultHttpResponseParserFactory(HTTP).create();
        return (buffer, in) -> {
            try {
                return parser.parse(buffer, in);
            } catch (RuntimeException e) {
                throw new ProtocolException("the head of the answer is malformed: " + e.getMessage(), e);
            }
        };
    }

    private static CloseableHttpClient client(UplinkContext context, PoolingHttpClientConnectionManager connections) {
        HttpClientBuilder builder = HttpClientBuilder.create()
                .setConnectionManager(connections)
                .disableAutomaticRetries()
                .disableAuthCaching()
                .disableCookieManagement()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableConnectionState()
                .addRequestInterceptorLast((request, entity, ignored) -> finish(request, context));
        if (context.settings().compactHeaders()) {
            builder.disableDefaultUserAgent();
        } else {
            builder.setUserAgent("BANip-MBU");
        }
        context.settings()
                .localAddress()
                .ifPresent(local -> builder.setRoutePlanner(new DefaultRoutePlanner(null) {
                    @Override
                    protected InetAddress determineLocalAddress(HttpHost host, HttpContext ignored) {
                        return local;
                    }
                }));
        return builder.build();
    }

    /** Sets a request's headers, after HttpClient has set its own. */
    private static void finish(HttpRequest request, UplinkContext context) {
        context.credentials().authorization().ifPresent(value -> request.setHeader(HttpHeaders.AUTHORIZATION, value));
        if (context.settings().compactHeaders()) {
            Iterator<Header> connection = request.headerIterator(HttpHeaders.CONNECTION);
            boolean keepAlive = connection.hasNext()
                    && "keep-alive".equalsIgnoreCase(connection.next().getValue());
            if (keepAlive) {
                request.removeHeaders(HttpHeaders.CONNECTION); // HTTP/1.1 keeps connections open without it
            }
        }
    }

    private static Timeout timeout(Duration duration) {
        return Timeout.ofMilliseconds(duration.toMillis());
    }

    /**
     * Sends a request and reads its answer.
     *
     * @param silence time-out of a read of the answer
     */
    <T> T execute(HttpUriRequestBase request, Duration silence, AnswerReader<T> reader) throws IOException {
        request.setConfig(RequestConfig.custom()
                .setResponseTimeout(timeout(silence))
                .setConnectionRequestTimeout(timeout(context.settings().connectTimeout()))
                .setProtocolUpgradeEnabled(false)
                .build());
        ClassicHttpResponse response = open(request);
        boolean read = false;
        try {
            T result = reader.read(response);
            read = true;
            return result;
        } catch (MalformedChunkCodingException e) {
            throw new IOException("the connection broke in the middle of an answer", e);
        } finally {
            close(request, response, read);
        }
    }

    private ClassicHttpResponse open(HttpUriRequestBase request) throws IOException {
        try {
            ClassicHttpResponse response = client.executeOpen(null, request, null);
            answered = true;
            return response;
        } catch (NoHttpResponseException e) {
            throw answered || !URIScheme.HTTP.same(context.base().getScheme())
                    ? e
                    : new IOException(context.base() + " closes the connection without an answer; is it https://?", e);
        }
    }

    /** Returns the connection to the pool. If the answer was not read, closes the connection, because HttpClient would read an endless answer. */
    private static void close(HttpUriRequestBase request, ClassicHttpResponse response, boolean read) {
        if (!read) {
            request.cancel();
        }
        try {
            response.close();
        } catch (IOException e) {
            LOG.debug("connection closed with {} {}", request.getMethod(), request.getPath(), e);
        }
    }

    /** The same, with a time-out for the whole exchange. */
    <T> T executeWithin(HttpUriRequestBase request, Duration answerTimeout, AnswerReader<T> reader) throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        long millis = context.settings().connectTimeout().plus(answerTimeout).toMillis();
        ScheduledFuture<?> end = watched(late, millis);
        try {
            return execute(request, answerTimeout, reader);
        } catch (IOException e) {
            throw late.get() ? late(request, millis, e) : e;
        } finally {
            end.cancel(false);
        }
    }

    private ScheduledFuture<?> watched(AtomicBoolean late, long millis) throws IOException {
        try {
            return watch.schedule(
                    () -> {
                        late.set(true);
                        breakAll();
                    },
                    millis,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            throw new IOException("the uplink is closed", e);
        }
    }

    private static IOException late(HttpUriRequestBase request, long millis, @Nullable IOException cause) {
        SocketTimeoutException late =
                new SocketTimeoutException(request.getMethod() + " was not answered within " + millis + " ms");
        late.initCause(cause);
        return late;
    }

    /** The check for answers before the end of a request. */
    EarlyAnswer earlyAnswer() {
        return earlyAnswer;
    }

    /** The time-out for an answer: that of the settings, but not less than the time for which the host may be silent. */
    Duration answerTimeout(Duration silence) {
        Duration set = context.settings().responseTimeout();
        return set.compareTo(silence) > 0 ? set : silence;
    }

    /** Closes all connections; requests that use them fail. Later ones open others: HttpClient does not see that its idle ones were closed. */
    void breakAll() {
        sockets.breakAll();
        connections.closeIdle(TimeValue.ZERO_MILLISECONDS);
    }

    @Override
    public void close() {
        sockets.close();
        client.close(CloseMode.IMMEDIATE);
        watch.shutdownNow();
    }
}

package org.banip.wsb.relay;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.HeaderCheck;
import org.banip.core.interconnect.Protocol;
import org.banip.server.request.HeaderFields;
import org.banip.wsb.BearerToken;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.host.HostQuestion;
import org.banip.wsb.spi.KnownHost;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The connections to the surrogate hosts. Current requests have no time-outs. There are no retries, no redirects, no decoding and no cookies: bytes
 * are passed on unchanged. Any thread.
 */
final class HostClient implements HostQuestion, AutoCloseable {
    /**
     * Headers of an MBU's request that are passed to the host, of each the first field. All others are removed, above all credentials and claimed
     * identities.
     */
    private static final List<String> PASSED_ON =
            List.of(HttpHeader.CONTENT_TYPE.asString(), HttpHeader.USER_AGENT.asString(), Protocol.EARLY_DATA_HEADER);

    /** The same for headers whose fields are one list: all of them, because which of them counts is for the host to say. */
    private static final List<String> PASSED_ON_ALL =
            List.of(HttpHeader.ACCEPT.asString(), ContentDigest.HEADER, Protocol.PATH_HEADER);

    /**
     * Pools of connections. For each request Jetty looks at all connections of a pool until it finds an idle one. Streams are never idle, so that one
     * pool would make a reconnection of all MBUs cost the square of their number.
     */
    private static final int POOLS = 64;

    /** How long a pool without connections is kept: a directory may name ever new hosts. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private static final String QUESTION_POOL = "questions";

    private final Optional<Supplier<BearerToken>> token;
    private final HttpClient client;

    HostClient(BrokerConfiguration configuration) {
        token = configuration.token();
        client = client(configuration.limits(), configuration.hostTls());
        try {
            client.start();
            client.getContentDecoderFactories().clear();
            client.getProtocolHandlers().clear();
        } catch (Exception e) {
            throw new IllegalStateException("the client of the surrogate host does not start", e);
        }
    }

    private static HttpClient client(BrokerLimits limits, Optional<SSLContext> tls) {
        HostThreads threads = new HostThreads();
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        connector.setExecutor(threads);
        connector.setConnectTimeout(limits.connect());
        connector.setTCPNoDelay(true);
        connector.setSendBufferSize(limits.socketBufferBytes());
        connector.setReceiveBufferSize(limits.socketBufferBytes());
        tls.ifPresent(context -> connector.setSslContextFactory(trusting(context)));
        HttpClientTransportOverHTTP transport = new HttpClientTransportOverHTTP(connector);
        // The cache of header fields would take 100 kB for each connection with a second request.
        transport.setHeaderCacheSize(0);
        HttpClient client = new HttpClient(transport);
        client.setExecutor(threads);
        client.setScheduler(new HostTimer());
        client.setConnectTimeout(limits.connect().toMillis());
        client.setIdleTimeout(limits.idle().toMillis());
        client.setDestinationIdleTimeout(limits.idle().plus(KEPT).toMillis());
        client.setMaxConnectionsPerDestination(limits.requests());
        client.setResponseBufferSize(limits.bufferBytes());
        client.setUseInputDirectByteBuffers(false);
        client.setFollowRedirects(false);
        client.setUserAgentField(null);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        // Then the end of an exchange is told after its connection can be used again.
        client.setStrictEventOrdering(false);
        return client;
    }

    private static SslContextFactory.Client trusting(SSLContext authorities) {
        SslContextFactory.Client factory = new SslContextFactory.Client();
        factory.setSslContext(authorities);
        return factory;
    }

    /** Threads for short tasks. */
    Executor executor() {
        return client.getExecutor();
    }

    /** Prepares the request to a host for an MBU's request. */
    Request request(KnownHost host, Route route, HttpServletRequest original) {
        Request request = client.newRequest(host.base() + route.resource().path())
                .method(original.getMethod())
                .tag(Math.floorMod(route.identity().name().hashCode(), POOLS)) // Jetty has a pool for each tag
                .idleTimeout(0, TimeUnit.MILLISECONDS);
        request.headers(headers -> {
            for (String name : PASSED_ON) {
                Optional.ofNullable(original.getHeader(name)).ifPresent(value -> headers.add(name, value));
            }
            for (String name : PASSED_ON_ALL) {
                HeaderFields.all(original, name).forEach(value -> headers.add(name, value));
            }
            String identity = route.identity().name();
            headers.put(Protocol.IDENTITY_HEADER, identity);
            if (route.resource().kind() == Resource.Kind.REGISTRATION && !host.isOnly()) {
                headers.put(Protocol.ROUTE_HEADER, host.id());
            }
            headers.put(HeaderCheck.HEADER, HeaderCheck.of(identity, headers.get(Protocol.ROUTE_HEADER)));
            bearToken(headers);
        });
        return request;
    }

    /** Asks a host for the BAN of the interconnect that a request is about; {@code answered} is not called if no answer tells it. */
    void askBan(KnownHost host, Route route, Duration patience, Consumer<String> answered, Runnable ended) {
        Resource resource =
                new Resource(Resource.Kind.DEREGISTRATION, route.resource().interconnect());
        client.newRequest(host.base() + resource.path())
                .tag(QUESTION_POOL)
                .timeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .idleTimeout(0, TimeUnit.MILLISECONDS)
                .headers(headers -> {
                    String identity = route.identity().name();
                    headers.put(Protocol.IDENTITY_HEADER, identity);
                    headers.put(HeaderCheck.HEADER, HeaderCheck.of(identity, null));
                    bearToken(headers);
                })
                .send(new BanAnswer(answered, ended));
    }

    private void bearToken(HttpFields.Mutable headers) {
        token.ifPresent(secret ->
                headers.put(HttpHeader.AUTHORIZATION, "Bearer " + secret.get().value()));
    }

    @Override
    public void ask(KnownHost host, Duration patience, Listener listener) {
        client.newRequest(host.base() + Protocol.INTERCONNECTS)
                .tag(QUESTION_POOL)
                .timeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .idleTimeout(0, TimeUnit.MILLISECONDS)
                .headers(this::bearToken)
                .send(new LoadAnswer(listener));
    }

    /** Returns when the threads of the connections have ended. */
    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the client of the surrogate host does not stop", e);
        }
    }
}

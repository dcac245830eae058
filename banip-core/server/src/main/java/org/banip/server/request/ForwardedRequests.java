package org.banip.server.request;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.banip.server.address.TrustedProxies;

/**
 * Gives a request that a trusted proxy has forwarded its client's address, and the scheme by which the client reached the proxy. The header fields
 * stay: who looks for them still sees that the request was forwarded. Requests of other senders pass as they are. Any thread.
 */
public final class ForwardedRequests implements Filter {
    /** Has the scheme of the client's request. A proxy sets it, or appends to it, so its last element is the word of the nearest proxy. */
    static final String PROTO = "X-Forwarded-Proto";

    private static final String HTTPS = "https";
    private static final String HTTP = "http";

    private final TrustedProxies proxies;

    private ForwardedRequests(TrustedProxies proxies) {
        this.proxies = proxies;
    }

    /** Adds the filter for all requests to a context that is being started, if any proxy is trusted. */
    public static void install(ServletContext context, TrustedProxies proxies) {
        if (proxies.isEmpty()) {
            return;
        }
        FilterRegistration.Dynamic filter = context.addFilter("banip-forwarded", new ForwardedRequests(proxies));
        filter.setAsyncSupported(true);
        // Not when a request is dispatched again, only to break its connection.
        filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean forwarded = request instanceof HttpServletRequest && proxies.trust(request.getRemoteAddr());
        chain.doFilter(forwarded ? of((HttpServletRequest) request) : request, response);
    }

    private Forwarded of(HttpServletRequest request) {
        String client = proxies.client(request.getRemoteAddr(), HeaderFields.all(request, TrustedProxies.HEADER));
        return new Forwarded(request, client, scheme(request));
    }

    /** Whether the proxy that sent this request says that its client came over TLS. */
    static boolean cameOverTls(HttpServletRequest request) {
        return said(request).equals(HTTPS);
    }

    private static String scheme(HttpServletRequest request) {
        String scheme = said(request);
        return scheme.equals(HTTP) || scheme.equals(HTTPS) ? scheme : request.getScheme();
    }

    /** The word of the nearest proxy. */
    private static String said(HttpServletRequest request) {
        List<String> fields = HeaderFields.all(request, PROTO);
        String last = fields.isEmpty() ? "" : fields.get(fields.size() - 1);
        return last.substring(last.lastIndexOf(',') + 1).trim().toLowerCase(Locale.ROOT);
    }

    private static final class Forwarded extends HttpServletRequestWrapper {
        private final String client;
        private final String scheme;

        Forwarded(HttpServletRequest request, String client, String scheme) {
            super(request);
            this.client = client;
            this.scheme = scheme;
        }

        @Override
        public String getRemoteAddr() {
            return client;
        }

        @Override
        public String getRemoteHost() {
            return client;
        }

        @Override
        public String getScheme() {
            return scheme;
        }

        @Override
        public boolean isSecure() {
            return scheme.equals(HTTPS);
        }
    }
}

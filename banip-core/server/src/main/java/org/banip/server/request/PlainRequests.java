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
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.EnumSet;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.address.AddressLiteral;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ServerSettings;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.server.settings.SettingTable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Refuses requests by plain HTTP from beyond loopback in a servlet container, whose connectors are not BANip's. It takes a request over TLS, one
 * from this machine, and one of which a trusted proxy says that its client came over TLS. All others are answered with {@code FORBIDDEN} before
 * anything reads them. Any thread.
 */
public final class PlainRequests implements Filter {
    private static final Logger LOG = ServerLog.of(PlainRequests.class);

    private final TrustedProxies proxies;
    private final String setting;
    private final PeerLog lines = PeerLog.ofAnybody(System::nanoTime);

    private PlainRequests(TrustedProxies proxies, String setting) {
        this.proxies = proxies;
        this.setting = setting;
    }

    /**
     * Adds the filter for all requests to a context that is being started, unless the operator allows plain HTTP. Filters that are added later come
     * behind it.
     */
    public static void install(ServletContext context, ServerSettings settings, SettingTable table) {
        if (settings.allowsPlain()) {
            return;
        }
        String setting = table.propertyPrefix() + "allow-plain=true";
        PlainRequests requests = new PlainRequests(settings.trustedProxies(), setting);
        FilterRegistration.Dynamic filter = context.addFilter("banip-plain", requests);
        filter.setAsyncSupported(true);
        filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String peer = request.getRemoteAddr();
        if (request.isSecure() || isLoopback(peer) || isForwardedFromTls(request, peer)) {
            chain.doFilter(request, response);
            return;
        }
        BanipException refusal = new BanipException(
                ErrorCode.FORBIDDEN,
                "plain HTTP from " + peer
                        + ": beyond this machine https is allowed only; a proxy that ends TLS must be in trusted-proxies"
                        + " and send X-Forwarded-Proto: https; " + setting
                        + " allows plain HTTP if something else protects the network");
        lines.happened("plain", String.valueOf(peer), end -> LOG.warn("- refused {}{}", refusal.getMessage(), end));
        ErrorPage.answer((HttpServletRequest) request, (HttpServletResponse) response, refusal);
    }

    private static boolean isLoopback(@Nullable String peer) {
        return peer != null
                && AddressLiteral.read(peer)
                        .filter(InetAddress::isLoopbackAddress)
                        .isPresent();
    }

    private boolean isForwardedFromTls(ServletRequest request, @Nullable String peer) {
        return peer != null && proxies.trust(peer) && ForwardedRequests.cameOverTls((HttpServletRequest) request);
    }
}

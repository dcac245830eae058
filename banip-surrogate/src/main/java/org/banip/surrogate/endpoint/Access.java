package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Who;
import org.banip.server.request.HeaderFields;
import org.banip.surrogate.settings.AccessSettings;
import org.jspecify.annotations.Nullable;

/** Which viewers a host serves over HTTP, and what all callers must obey on a host without tokens. Immutable. */
public final class Access {
    private static final String VIEWER = "viewer";

    private static final String BEARER = "Bearer ";
    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?");

    private final Supplier<List<String>> viewerTokens;

    /** Access as the operator set it. */
    public Access(AccessSettings settings) {
        viewerTokens = settings.viewerTokens();
    }

    /**
     * Admits a viewer: with a viewer token the request must bear it, on loopback as well, because a forwarder on this machine
     * makes every caller look local; without one it must be {@linkplain #checkLocal local}.
     *
     * @return who it is, for the audit log
     * @throws BanipException {@code UNAUTHENTICATED}
     */
    public Who checkViewer(HttpServletRequest request) {
        List<String> tokens = viewerTokens.get();
        if (tokens.isEmpty()) {
            checkLocal(request, VIEWER);
            return Who.of(VIEWER, "loopback");
        } else if (!bears(request, tokens)) {
            throw unauthenticated(
                    "the request does not bear the viewers' token (viewer-token-file of the host; --token-file of 'banip watch',"
                            + " 'banip alerts' and 'banip command')");
        }
        return Who.of(VIEWER, "viewer-token");
    }

    /** An MBU that was admitted, for the audit log. */
    static Who mbu(String identity) {
        return Who.of(identity, "broker");
    }

    /**
     * Accepts what a program on this machine sends directly. A browser that follows a page of another site to this address
     * (DNS rebinding) names that site in {@code Host} or {@code Origin}; a proxy names its client.
     *
     * @throws BanipException {@code UNAUTHENTICATED}
     */
    static void checkLocal(HttpServletRequest request, String token) {
        String without = "without a " + token + " token this host serves loopback only: ";
        if (!onLoopback(request)) {
            throw unauthenticated(without + "the connection is not on loopback");
        }
        if (proxied(request)) {
            throw unauthenticated(without + "the request was forwarded by a proxy");
        }
        if (!namesLoopback(request)) {
            throw unauthenticated(without + "Host must be localhost, 127.0.0.1 or [::1]");
        }
        if (request.getHeader("Origin") != null) {
            throw unauthenticated(without + "the request was made by a page of another site (Origin)");
        }
    }

    static boolean bears(HttpServletRequest request, List<String> tokens) {
        return bearer(request).filter(shown -> isOneOf(shown, tokens)).isPresent();
    }

    /**
     * The bearer token that a request shows.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} if it has several fields {@code Authorization}
     */
    public static Optional<String> bearer(HttpServletRequest request) {
        return HeaderFields.only(request, "Authorization").flatMap(Access::bearer);
    }

    /** The bearer token in a header {@code Authorization}. */
    public static Optional<String> bearer(String authorization) {
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? Optional.of(authorization.substring(BEARER.length()).trim())
                : Optional.empty();
    }

    /** Whether a request shows a token that viewers share. */
    public boolean bearsViewerToken(HttpServletRequest request) {
        return bearer(request).filter(this::isViewerToken).isPresent();
    }

    /** Whether viewers share this token. */
    public boolean isViewerToken(String shown) {
        return isOneOf(shown, viewerTokens.get());
    }

    /** Whether viewers share a token. */
    public boolean hasViewerToken() {
        return !viewerTokens.get().isEmpty();
    }

    /** Whether a request comes from this machine, directly and under a loopback name. */
    public static boolean isDirect(HttpServletRequest request) {
        return onLoopback(request) && !proxied(request) && namesLoopback(request);
    }

    /** Whether it is one of these tokens. */
    static boolean isOneOf(String shown, List<String> tokens) {
        boolean right = false;
        for (String token : tokens) { // all of them, so that the time does not tell which
            right |= same(shown, token);
        }
        return right;
    }

    static boolean same(String shown, String token) {
        return MessageDigest.isEqual(digest(shown), digest(token));
    }

    /** Makes the comparison take the same time for all lengths. */
    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static boolean onLoopback(HttpServletRequest request) {
        return isLoopback(request.getLocalAddr()) && isLoopback(request.getRemoteAddr());
    }

    private static boolean isLoopback(@Nullable String address) {
        if (address == null || address.isEmpty() || !address.matches("\\[?[0-9a-fA-F:.%]+]?")) {
            return false;
        }
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean proxied(HttpServletRequest request) {
        return request.getHeader("Forwarded") != null
                || request.getHeader("X-Forwarded-For") != null
                || request.getHeader("X-Forwarded-Host") != null
                || request.getHeader("X-Real-IP") != null
                || request.getHeader("Via") != null;
    }

    private static boolean namesLoopback(HttpServletRequest request) {
        String host = request.getHeader("Host");
        if (host == null && !request.getProtocol().startsWith("HTTP/1")) {
            // The authority stands in its place (RFC 9113, section 8.3.1).
            host = request.getServerName();
        }
        return host != null
                && LOOPBACK_HOST.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }

    static BanipException unauthenticated(String message) {
        return new BanipException(ErrorCode.UNAUTHENTICATED, message);
    }
}

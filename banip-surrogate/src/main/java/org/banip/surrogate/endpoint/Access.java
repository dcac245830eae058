package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.settings.AccessSettings;
import org.jspecify.annotations.Nullable;

/** Who may do what over HTTP (docs/protocol.md, "Authentication"). Immutable. */
public final class Access {
    /** The identity of an MBU that talks to a host on loopback without a broker. */
    static final String ANONYMOUS = "anonymous";

    private static final String BEARER = "Bearer ";
    private static final Pattern IDENTITY = Pattern.compile("[\\x21-\\x7e\\x80-\\xff][\\x20-\\x7e\\x80-\\xff]{0,255}");
    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?");

    private final AccessSettings settings;

    /** Access as the operator set it. */
    public Access(AccessSettings settings) {
        this.settings = settings;
    }

    /**
     * Whom the broker authenticated. The header is trusted only from who bears the broker's token, or on loopback.
     *
     * @throws BanipException {@code UNAUTHENTICATED}
     */
    String identity(HttpServletRequest request) {
        Optional<String> named = Optional.ofNullable(request.getHeader(Protocol.IDENTITY_HEADER));
        if (named.isPresent() && !IDENTITY.matcher(named.get()).matches()) {
            throw unauthenticated(Protocol.IDENTITY_HEADER + " must have 1 to 256 printable characters");
        }
        if (settings.brokerToken().isPresent()) {
            if (!bears(request, settings.brokerToken().get())) {
                throw unauthenticated("the request does not bear the broker's token");
            }
            return named.orElseThrow(() -> unauthenticated("the header " + Protocol.IDENTITY_HEADER + " is missing"));
        }
        if (!onLoopback(request)) {
            throw unauthenticated("without a broker token this host serves loopback only");
        }
        return named.orElse(ANONYMOUS);
    }

    /**
     * Lets a viewer in: on loopback, reached by a loopback name and not through a proxy, or with the viewers' token.
     *
     * @throws BanipException {@code UNAUTHENTICATED}
     */
    public void checkViewer(HttpServletRequest request) {
        Optional<String> token = settings.viewerToken();
        if (token.isPresent() && bears(request, token.get())) {
            return;
        }
        if (!onLoopback(request) || proxied(request) || !namesLoopback(request)) {
            throw unauthenticated("viewers that are not on loopback need the viewers' token");
        }
    }

    private static boolean bears(HttpServletRequest request, String token) {
        String seen = request.getHeader("Authorization");
        return seen != null
                && seen.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(digest(seen.substring(BEARER.length()).trim()), digest(token));
    }

    /** So that the comparison takes the same time whatever the lengths. */
    private static byte[] digest(String text) {
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
                || request.getHeader("Via") != null;
    }

    /** A page of another site whose name was made to point here does not get in. */
    private static boolean namesLoopback(HttpServletRequest request) {
        String host = request.getHeader("Host");
        return host != null
                && LOOPBACK_HOST.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }

    private static BanipException unauthenticated(String message) {
        return new BanipException(ErrorCode.UNAUTHENTICATED, message);
    }
}

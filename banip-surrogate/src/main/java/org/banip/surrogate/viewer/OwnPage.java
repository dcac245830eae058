package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Whether a request comes from a page of this host, and not from one of another site (cross-site request forgery). */
final class OwnPage {
    private OwnPage() {}

    /**
     * Checks what the browser says of the page, and the key that only this host's page knows.
     *
     * @param shown what the form has
     * @param key what it must have
     * @throws BanipException {@code FORBIDDEN}
     */
    static void check(HttpServletRequest request, Optional<String> shown, Optional<String> key) {
        checkOrigin(request);
        if (shown.isEmpty() || key.isEmpty() || !same(shown.get(), key.get())) {
            throw new BanipException(
                    ErrorCode.FORBIDDEN, "the form has expired, or cookies are off: load the page again");
        }
    }

    /**
     * Checks only what the browser says of the page; programs say nothing.
     *
     * @throws BanipException {@code FORBIDDEN}
     */
    static void checkOrigin(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (isForeign(request) || site != null && !site.equals("same-origin")) {
            throw new BanipException(ErrorCode.FORBIDDEN, "the form is of a page of another site");
        }
    }

    /**
     * Refuses what a page of another site asks for in the name of somebody who is logged in. Browsers send the cookie of a log-in also for pages of
     * other hosts of the same domain, and of other ports. An address that somebody has typed in is of no page.
     *
     * @throws BanipException {@code FORBIDDEN}
     */
    static void checkWithCookie(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        boolean foreign = site == null ? isForeign(request) : !site.equals("same-origin") && !site.equals("none");
        if (foreign) {
            throw new BanipException(
                    ErrorCode.FORBIDDEN,
                    "a page of another site asks for this in the name of somebody who is logged in");
        }
    }

    /** Whether a page of another origin makes the request, as far as the browser says so. */
    private static boolean isForeign(HttpServletRequest request) {
        String origin = request.getHeader("Origin");
        return origin != null && !origin.replaceFirst("^https?://", "").equalsIgnoreCase(authority(request));
    }

    /** Host and port as the browser knows them. */
    private static String authority(HttpServletRequest request) {
        String host = request.getHeader("Host");
        if (host != null) {
            return host;
        }
        // HTTP/2 has the authority in its place.
        boolean standard = request.getServerPort() == (request.isSecure() ? 443 : 80);
        return request.getServerName() + (standard ? "" : ":" + request.getServerPort());
    }

    private static boolean same(String shown, String key) {
        return MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), key.getBytes(StandardCharsets.UTF_8));
    }
}

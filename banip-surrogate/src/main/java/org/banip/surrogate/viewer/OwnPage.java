package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Whether a post comes from a page of this host, and not from one of another site (cross-site request forgery). */
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
        String origin = request.getHeader("Origin");
        String site = request.getHeader("Sec-Fetch-Site");
        boolean foreign =
                origin != null && !origin.replaceFirst("^https?://", "").equalsIgnoreCase(authority(request))
                        || site != null && !site.equals("same-origin");
        if (foreign) {
            throw new BanipException(ErrorCode.FORBIDDEN, "the form is of a page of another site");
        }
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

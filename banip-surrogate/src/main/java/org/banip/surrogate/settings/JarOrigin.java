package org.banip.surrogate.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where a surrogate jar may come from: scheme, host and port, compared exactly.
 *
 * @param scheme {@code http} or {@code https}
 * @param host in lower case, an IPv6 address in brackets
 * @param port 1 to 65,535
 */
public record JarOrigin(String scheme, String host, int port) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int HIGHEST_PORT = 65_535;

    /**
     * Reads an origin as an operator writes it: {@code https://jars.example:8443}.
     *
     * @throws IllegalArgumentException if it is not one, or has more than scheme, host and port
     */
    public static JarOrigin parse(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + text + "' is not a URL", e);
        }
        String path = url.getRawPath();
        boolean more = path != null && !path.isEmpty() && !path.equals("/");
        if (more || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("'" + text + "' has more than scheme, host and port");
        }
        return of(url);
    }

    /**
     * The origin of a URL; without a port, that of the scheme.
     *
     * @throws IllegalArgumentException if it is no http or https URL with a host, or has a user or password
     */
    public static JarOrigin of(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        boolean https = scheme.equals("https");
        if (!https && !scheme.equals("http") || url.getHost() == null) {
            throw new IllegalArgumentException("it is not an http or https URL with a host");
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("a URL must not contain a user or password");
        }
        int byScheme = https ? HTTPS_PORT : HTTP_PORT;
        int port = url.getPort() == -1 ? byScheme : url.getPort();
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("port " + port + " is outside 1 to 65,535");
        }
        return new JarOrigin(scheme, url.getHost().toLowerCase(Locale.ROOT), port);
    }

    /** As a URL without path; the scheme's own port is left out. */
    @Override
    public String toString() {
        int byScheme = scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
        return scheme + "://" + host + (port == byScheme ? "" : ":" + port);
    }
}

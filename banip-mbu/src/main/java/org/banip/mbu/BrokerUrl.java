package org.banip.mbu;

import java.net.URI;
import java.net.URISyntaxException;

/** Checks the broker's base URL. */
final class BrokerUrl {
    private BrokerUrl() {}

    /**
     * Returns the URL with a {@code /} at its end, so that relative URLs can be resolved against it.
     *
     * @throws IllegalArgumentException if it is not {@code http} or {@code https} with a host, or has a user, a query or a fragment
     */
    static URI normalized(URI base) {
        boolean http = "http".equalsIgnoreCase(base.getScheme()) || "https".equalsIgnoreCase(base.getScheme());
        boolean plain = base.getUserInfo() == null && base.getQuery() == null && base.getFragment() == null;
        if (!http || base.getHost() == null || !plain) {
            throw new IllegalArgumentException(
                    "broker '" + base + "' must be http://host/… or https://host/… without user, query or fragment");
        }
        try {
            String path = base.getPath().endsWith("/") ? base.getPath() : base.getPath() + "/";
            return new URI(base.getScheme(), null, base.getHost(), base.getPort(), path, null, null).normalize();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("broker '" + base + "': " + e.getMessage(), e);
        }
    }

    /**
     * Requires TLS, unless the broker is on this machine: passwords and signals must not leave it without encryption.
     *
     * @throws IllegalArgumentException for {@code http} to another machine
     */
    static void requireProtected(URI base) {
        String host = base.getHost();
        boolean loopback =
                host.equalsIgnoreCase("localhost") || host.matches("127(\\.[0-9]{1,3}){3}") || host.equals("[::1]");
        if ("http".equalsIgnoreCase(base.getScheme()) && !loopback) {
            throw new IllegalArgumentException("broker '" + base
                    + "' is beyond this machine and must be https://…, unless plain http is allowed explicitly"
                    + " (allowPlain; --allow-plain of 'banip mbu')");
        }
    }
}

package org.banip.measure.cpi;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import org.banip.measure.cpi.process.BackEndServer;
import org.banip.server.tls.PlainText;

/**
 * How to reach a back-end on another machine. Does not show the token.
 *
 * @param url {@code tls://HOST:PORT}, or {@code tcp://HOST:PORT} without TLS
 * @param token that the back-end requires
 * @param trusted file of the certificate authorities that its certificate must be from; empty for those of Java
 */
public record BackEndAccess(URI url, String token, Optional<Path> trusted) {
    /** Checks the URL. */
    public BackEndAccess {
        boolean known = BackEndServer.TLS.equals(url.getScheme()) || BackEndServer.PLAIN.equals(url.getScheme());
        if (!known
                || url.getHost() == null
                || url.getPort() < 1
                || !url.getPath().matches("/?")) {
            throw notAllowed(url.toString());
        }
    }

    /**
     * Reads a URL as a person typed it.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static URI url(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw notAllowed(text);
        }
    }

    private static IllegalArgumentException notAllowed(String text) {
        return new IllegalArgumentException(
                "back-end '" + text
                        + "' is not allowed; allowed is what 'banip measure back-end' prints, for example tls://192.0.2.7:8090");
    }

    /**
     * Checks that the token and the signal do not go to another machine in plain text.
     *
     * @param allowed whether that is allowed explicitly
     */
    public void checkSafe(boolean allowed) {
        URI same = URI.create((isTls() ? "https://" : "http://") + url.getAuthority() + "/");
        if (PlainText.isBeyond(same) && !allowed) {
            throw new IllegalArgumentException(
                    "back-end '" + url
                            + "' is beyond this machine and needs TLS (tls://), unless plain connections are allowed (--allow-plain)");
        }
    }

    boolean isTls() {
        return BackEndServer.TLS.equals(url.getScheme());
    }

    /** Names the back-end and hides the token. */
    @Override
    public String toString() {
        return url.toString();
    }
}

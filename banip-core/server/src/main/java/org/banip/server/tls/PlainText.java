package org.banip.server.tls;

import java.net.URI;
import java.util.regex.Pattern;

/** Where HTTP may go without TLS: within this machine, or where the operator says that something else protects the network. */
public final class PlainText {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]", Pattern.CASE_INSENSITIVE);

    private PlainText() {}

    /** Whether this name or address in a URL is this machine's own; IPv6 in brackets. */
    public static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }

    /** Whether the URL is plain HTTP to another machine. */
    public static boolean isBeyond(URI url) {
        boolean loopback = url.getHost() != null && isLoopback(url.getHost());
        return "http".equalsIgnoreCase(url.getScheme()) && !loopback;
    }

    /**
     * Checks a URL that a client is about to use, as an MBU checks its broker's.
     *
     * @param what the URL's part in words, for the message: {@code surrogate host}
     * @param allowed whether plain HTTP beyond this machine is allowed explicitly
     * @param how the setting that allows it
     * @throws IllegalArgumentException if the URL is plain HTTP to another machine and that is not allowed
     */
    public static void check(String what, URI url, boolean allowed, String how) {
        if (isBeyond(url) && !allowed) {
            throw new IllegalArgumentException(what + " '" + url
                    + "' is beyond this machine and must be https://…, unless plain http is allowed explicitly (" + how
                    + ")");
        }
    }
}

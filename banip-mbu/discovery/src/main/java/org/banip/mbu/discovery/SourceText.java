package org.banip.mbu.discovery;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What follows the name of a source in the settings: {@code first,key=value,key=value}. */
final class SourceText {
    private static final Pattern SERVER = Pattern.compile("([0-9.]+|\\[[0-9A-Fa-f:]+])(?::([0-9]{1,5}))?");
    private static final int DNS = 53;
    private static final int HIGHEST_PORT = 65_535;

    private final String first;
    private final List<String[]> more = new ArrayList<>();

    /** @throws IllegalArgumentException if it has a key that is not allowed */
    SourceText(String text, List<String> allowed) {
        String[] parts = text.split(",", -1);
        boolean keyFirst = parts[0].contains("=");
        first = keyFirst ? "" : parts[0];
        for (int p = keyFirst ? 0 : 1; p < parts.length; p++) {
            String[] pair = parts[p].split("=", 2);
            if (pair.length != 2 || pair[1].isEmpty() || !allowed.contains(pair[0])) {
                throw new IllegalArgumentException("brokers: '" + parts[p] + "' in '" + text + "' must be one of "
                        + String.join("=…, ", allowed) + "=…");
            }
            more.add(pair);
        }
    }

    /** What has no key; empty if there is nothing. */
    String first() {
        return first;
    }

    List<String> all(String key) {
        List<String> values = new ArrayList<>();
        for (String[] pair : more) {
            if (pair[0].equals(key)) {
                values.add(pair[1]);
            }
        }
        return values;
    }

    /**
     * An address, as text.
     *
     * @throws IllegalArgumentException if it is none
     */
    static InetAddress address(String text) {
        String bracketed = text.contains(":") && !text.startsWith("[") ? "[" + text + "]" : text;
        Matcher matcher = SERVER.matcher(bracketed);
        if (!matcher.matches() || matcher.group(2) != null) {
            throw new IllegalArgumentException(
                    "brokers: from='" + text + "' must be an address of this machine, such as 192.0.2.7");
        }
        try {
            return InetAddress.getByName(bracketed); // a number: nothing is looked up
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("brokers: from='" + text + "' is no address", e);
        }
    }

    /**
     * The address of a DNS server: {@code 192.0.2.1}, {@code 192.0.2.1:5353} or {@code [2001:db8::1]:53}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static InetSocketAddress server(String text) {
        Matcher matcher = SERVER.matcher(text);
        int port = matcher.matches() && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : DNS;
        if (!matcher.matches() || port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "brokers: DNS server '" + text + "' must be an address, ADDRESS:PORT or [ADDRESS]:PORT");
        }
        return new InetSocketAddress(matcher.group(1), port); // a number: nothing is looked up
    }
}

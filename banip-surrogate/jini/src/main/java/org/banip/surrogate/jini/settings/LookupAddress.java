package org.banip.surrogate.jini.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.banip.server.settings.SettingType;

/**
 * Where a lookup service answers unicast discovery.
 *
 * @param host name or address, an IPv6 address without brackets
 * @param port 1 to 65535
 */
public record LookupAddress(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?:jini://)?(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9._-]+)):([0-9]{1,5})/?");
    private static final int LAST_PORT = 65_535;
    private static final int MOST = 16;

    /** Checks the port. */
    public LookupAddress {
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException("port " + port + " is outside 1 to " + LAST_PORT);
        }
    }

    /**
     * Reads {@code HOST:PORT} or {@code jini://HOST:PORT/}.
     *
     * @throws IllegalArgumentException if it has neither form
     */
    public static LookupAddress parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("it is not HOST:PORT");
        }
        String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        return new LookupAddress(host, Integer.parseInt(matcher.group(3)));
    }

    /** The type of a setting that is a list of them. */
    public static SettingType<List<LookupAddress>> settingType() {
        return new SettingType<>(
                "addresses",
                "",
                "1 to " + MOST + " times HOST:PORT, with commas between them",
                LookupAddress::parseAll,
                all -> all.stream().map(LookupAddress::toString).collect(Collectors.joining(",")));
    }

    private static List<LookupAddress> parseAll(String text) {
        List<LookupAddress> all = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            all.add(parse(one));
        }
        if (all.size() > MOST) {
            throw new IllegalArgumentException("it has " + all.size() + " addresses");
        }
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}

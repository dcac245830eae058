package org.banip.mbu.netty;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.mbu.spi.UplinkContext;

/**
 * Remembers which brokers have announced HTTP/3 by {@code Alt-Svc} (RFC 7838), and at which port. Another host is never used. Any thread; all
 * uplinks of the process.
 */
final class AltServices {
    private static final Pattern HTTP3 = Pattern.compile("(?:^|,)\\s*h3=\":(\\d{1,5})\"([^,]*)");
    private static final Pattern MAX_AGE = Pattern.compile(";\\s*ma=(\\d{1,9})");
    /** RFC 7838, section 3.1. */
    private static final Duration DEFAULT_AGE = Duration.ofDays(1);

    private static final int MAX_PORT = 65_535;

    private static final Map<String, Announced> ALL = new ConcurrentHashMap<>();

    private record Announced(int port, long atNanos, long forNanos) {
        boolean isFresh() {
            return System.nanoTime() - atNanos < forNanos;
        }
    }

    private AltServices() {}

    private static String origin(UplinkContext context) {
        return context.base().getScheme() + "://" + context.base().getRawAuthority();
    }

    /** A broker has sent this header over TLS. */
    static void heard(UplinkContext context, String header) {
        Matcher announced = HTTP3.matcher(header);
        int port = announced.find() ? Integer.parseInt(announced.group(1)) : 0;
        if (port < 1 || port > MAX_PORT) {
            ALL.remove(origin(context)); // also "clear"
            return;
        }
        Matcher age = MAX_AGE.matcher(announced.group(2));
        Duration fresh = age.find() ? Duration.ofSeconds(Long.parseLong(age.group(1))) : DEFAULT_AGE;
        ALL.put(origin(context), new Announced(port, System.nanoTime(), fresh.toNanos()));
    }

    /** The UDP port that a broker has announced. */
    static OptionalInt port(UplinkContext context) {
        Announced known = ALL.get(origin(context));
        return known != null && known.isFresh() ? OptionalInt.of(known.port()) : OptionalInt.empty();
    }
}

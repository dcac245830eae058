package org.banip.app.option;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.mbu.settings.PathSettings;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a path of the command line: {@code NAME[=UPLINK][@ADDRESS|@INTERFACE][,MORE]}. */
public final class PathOption implements ITypeConverter<PathSettings> {
    /** The form of the value, in short. */
    static final String FORM = "NAME[=UPLINK][@ADDRESS|@INTERFACE][,MORE]";

    private static final String WHOLE_FORM =
            "NAME[=UPLINK][@ADDRESS|@INTERFACE][,broker=URL][,backup][,metered=PRICE][,keep-warm=MILLIS][,cold]";

    private static final Pattern HEAD = Pattern.compile("([^=@,]+)(?:=([^=@,]+))?(?:@([^@,]+))?");
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%.+)?");
    /** A dot or a colon is only before a number, for example {@code eth0.100}: a name of a host is none of an interface. */
    private static final Pattern INTERFACE = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*([.:][0-9]+)?");

    private static final String BROKER = "broker=";
    private static final String METERED = "metered=";
    private static final String KEEP_WARM = "keep-warm=";

    @Override
    public PathSettings convert(String value) {
        String[] parts = value.split(",", -1);
        Matcher head = HEAD.matcher(parts[0]);
        if (!head.matches()) {
            throw refused(value);
        }
        try {
            PathSettings path = PathSettings.named(head.group(1));
            if (head.group(2) != null) {
                path = path.uplink(
                        new UplinkOption.Converter().convert(head.group(2)).name());
            }
            if (head.group(3) != null) {
                path = INTERFACE.matcher(head.group(3)).matches()
                        ? path.networkInterface(head.group(3))
                        : path.localAddress(address(head.group(3), value));
            }
            for (int p = 1; p < parts.length; p++) {
                path = with(path, parts[p], value);
            }
            if (path.standBy() == PathSettings.StandBy.COLD && path.role() != PathSettings.Role.BACKUP) {
                throw new IllegalArgumentException("cold is for a backup: add backup");
            }
            return path;
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + value + "': " + e.getMessage());
        }
    }

    private static PathSettings with(PathSettings path, String part, String value) {
        String key = part.toLowerCase(Locale.ROOT);
        if (key.equals("backup")) {
            return path.backup();
        }
        if (key.equals("cold")) {
            return path.standBy(PathSettings.StandBy.COLD);
        }
        if (key.startsWith(METERED)) {
            return path.metered(price(key.substring(METERED.length())));
        }
        if (key.startsWith(BROKER)) {
            return path.broker(broker(part.substring(BROKER.length())));
        }
        if (key.startsWith(KEEP_WARM)) {
            return path.keepWarm(millis(key.substring(KEEP_WARM.length())));
        }
        throw refused(value);
    }

    private static URI broker(String text) {
        URI base = URI.create(text);
        if (base.getScheme() == null || !base.getScheme().matches("https?") || base.getHost() == null) {
            throw new IllegalArgumentException("broker '" + text + "' must be http://host/… or https://host/…");
        }
        return base;
    }

    private static Duration millis(String text) {
        try {
            return Duration.ofMillis(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(KEEP_WARM + text + ": milliseconds are a whole number", e);
        }
    }

    private static double price(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(METERED + text + ": a price is a number, for example 0.01", e);
        }
    }

    private static InetAddress address(String text, String value) {
        if (!LITERAL.matcher(text).matches()) {
            throw refused(value); // a name would be looked up
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw refused(value);
        }
    }

    private static TypeConversionException refused(String value) {
        return new TypeConversionException(
                "'" + value + "' is not allowed; allowed is " + WHOLE_FORM
                        + ", for example lte@10.0.0.2,backup,metered=0.01; ADDRESS is one of this machine, in digits; INTERFACE is for example wlan0");
    }
}

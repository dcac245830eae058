package org.banip.app.option;

import java.net.URI;
import java.net.URISyntaxException;
import org.banip.core.ban.Frequency;
import org.banip.surrogate.store.SessionPrefix;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Converts URLs, sessions and frequencies on the command line. The messages say what was seen, what is allowed, and give an example. */
public final class Converters {
    private Converters() {}

    /** Registers the converters for all options of a command and its subcommands. */
    public static void register(CommandLine command) {
        command.registerConverter(URI.class, Converters::url);
        command.registerConverter(SessionPrefix.class, Converters::session);
        command.registerConverter(Frequency.class, new SourceOptions.Hertz());
    }

    private static SessionPrefix session(String value) {
        return SessionPrefix.parse(value)
                .orElseThrow(() -> new TypeConversionException("'" + value
                        + "' is not allowed; allowed is the id of a session as --list shows it, for example"
                        + " 4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab, or its first characters, at least "
                        + SessionPrefix.SHORTEST));
    }

    /** A URL of HTTP. */
    static URI url(String value) {
        try {
            URI url = new URI(value);
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw noUrl(value);
        }
        throw noUrl(value);
    }

    private static TypeConversionException noUrl(String value) {
        return new TypeConversionException(
                "'" + value + "' is not allowed; allowed is a URL that begins with http:// or"
                        + " https:// and names a host, for example " + example(value));
    }

    /** What was probably meant, if only the scheme is missing. */
    private static String example(String value) {
        return value.matches("[A-Za-z0-9.-]+:[0-9]+/?") ? "http://" + value : "http://127.0.0.1:8080/";
    }
}

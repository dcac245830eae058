package org.banip.app.option;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.mbu.MobileBaseUnitBuilder;
import picocli.CommandLine.ITypeConverter;

/**
 * Where an MBU finds its broker: a URL, several with commas between, or an installed source of brokers (docs/discovery.md).
 *
 * @param text as it was typed
 * @param urls the URLs; none with a source
 * @param source the name of the source
 * @param place what the source needs, such as a domain
 */
public record BrokerPlaces(String text, List<URI> urls, Optional<String> source, String place) {
    private static final Pattern SOURCE = Pattern.compile("([a-z][a-z0-9-]*)(?::([^/].*)?)?");

    private static final Pattern WITHOUT_SCHEME = Pattern.compile("[a-z0-9-]+:[0-9]+(/.*)?");

    /** Reads them. */
    static final class Converter implements ITypeConverter<BrokerPlaces> {
        @Override
        public BrokerPlaces convert(String value) {
            return parse(value);
        }
    }

    static BrokerPlaces parse(String text) {
        Matcher source = SOURCE.matcher(text);
        boolean isSource = source.matches()
                && !text.startsWith("http")
                && !WITHOUT_SCHEME.matcher(text).matches();
        if (isSource) {
            String place = source.group(2);
            return new BrokerPlaces(text, List.of(), Optional.of(source.group(1)), place == null ? "" : place);
        }
        List<URI> urls = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            urls.add(Converters.url(part));
        }
        return new BrokerPlaces(text, List.copyOf(urls), Optional.empty(), "");
    }

    void configure(MobileBaseUnitBuilder builder) {
        if (source.isPresent()) {
            builder.brokers(source.get(), place);
        } else if (urls.size() == 1) {
            builder.broker(urls.get(0));
        } else {
            builder.brokers(urls.toArray(URI[]::new));
        }
    }

    @Override
    public String toString() {
        return text;
    }
}

package org.banip.app.option;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.banip.surrogate.jini.client.AnnouncedDirectory;
import org.banip.surrogate.jini.client.Lookups;
import org.banip.surrogate.jini.client.SurrogateDirectory;
import org.banip.surrogate.jini.discovery.AnnouncedLookups;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;

/**
 * Where a command looks for BANs.
 *
 * @param named lookup services; not asked if announced ones are
 * @param announced hears of lookup services at allowed machines
 * @param hosts machines whose surrogates are called, besides this one and those of the lookup services
 */
public record LookupPlaces(List<LookupAddress> named, Optional<AnnouncedLookups> announced, List<String> hosts)
        implements AutoCloseable {
    /** Copies the lists. */
    public LookupPlaces {
        named = List.copyOf(named);
        hosts = List.copyOf(hosts);
    }

    /** The surrogates that are listed there; the consumer gets addresses at which they are left out. */
    public SurrogateDirectory directory(Transport transport, Consumer<String> leftOut) {
        return announced
                .<SurrogateDirectory>map(
                        heard -> new AnnouncedDirectory(heard, at -> new Lookups(at, transport, hosts, leftOut)))
                .orElseGet(() -> new Lookups(named, transport, hosts, leftOut));
    }

    /** The same as text. */
    public String inWords() {
        return announced
                .map(AnnouncedLookups::inWords)
                .orElseGet(() -> named.stream().map(at -> "jini://" + at + "/").collect(Collectors.joining(", ")));
    }

    /** Announcements are not heard any more. */
    @Override
    public void close() {
        announced.ifPresent(AnnouncedLookups::close);
    }
}

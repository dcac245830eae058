package org.banip.app.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.banip.core.error.BanipException;
import org.banip.surrogate.jini.client.FoundHost;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.settings.LookupAddress;

/**
 * What lookup services know now. A service that several of them know is in a list once; lists are sorted.
 *
 * @param asked the lookup services
 * @param unanswered those that gave no answer, and why
 * @param surrogates those that are active
 * @param ended those that have ended and can still be read
 * @param hosts those that registered themselves for brokers
 */
record KnownServices(
        List<LookupAddress> asked,
        Map<LookupAddress, String> unanswered,
        List<FoundSurrogate> surrogates,
        List<FoundSurrogate> ended,
        List<FoundHost> hosts) {
    /**
     * Asks one lookup service after the other.
     *
     * @param lookups at least one
     * @param client connects to one of them
     * @throws BanipException if none of them answers
     */
    static KnownServices ask(List<LookupAddress> lookups, Function<LookupAddress, LookupClient> client) {
        Map<LookupAddress, String> unanswered = new LinkedHashMap<>();
        Map<String, FoundSurrogate> surrogates = new LinkedHashMap<>();
        Map<String, FoundSurrogate> ended = new LinkedHashMap<>();
        Set<FoundHost> hosts = new HashSet<>();
        for (LookupAddress at : lookups) {
            try (LookupClient asked = client.apply(at)) {
                asked.surrogates().forEach(found -> surrogates.put(found.service(), found));
                asked.ended().forEach(found -> ended.put(found.service(), found));
                hosts.addAll(asked.hosts());
            } catch (BanipException e) {
                unanswered.put(at, String.valueOf(e.getMessage()));
                if (unanswered.size() == lookups.size()) {
                    throw e;
                }
            }
        }
        return new KnownServices(
                lookups, unanswered, sorted(surrogates.values()), sorted(ended.values()), sortedHosts(hosts));
    }

    private static List<FoundSurrogate> sorted(Collection<FoundSurrogate> all) {
        return all.stream()
                .sorted(Comparator.comparing(FoundSurrogate::ban)
                        .thenComparing(FoundSurrogate::host)
                        .thenComparing(FoundSurrogate::session))
                .toList();
    }

    private static List<FoundHost> sortedHosts(Collection<FoundHost> all) {
        List<FoundHost> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparing(FoundHost::name).thenComparing(FoundHost::url));
        return sorted;
    }
}

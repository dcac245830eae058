package org.banip.surrogate.jini.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;

/** The surrogates that any of several lookup services knows. One that is away is left out as long as another answers. One thread. */
public final class Lookups implements SurrogateDirectory {
    private final List<LookupDirectory> all;

    /**
     * A directory.
     *
     * @param at where the lookup services are, at least one
     * @param transport how they are called
     */
    public Lookups(List<LookupAddress> at, Transport transport) {
        if (at.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one lookup service");
        }
        all = at.stream().map(each -> new LookupDirectory(each, transport)).toList();
    }

    @Override
    public List<ListedSurrogate> surrogates() throws IOException, InterruptedException {
        Set<ListedSurrogate> found = new LinkedHashSet<>();
        List<IOException> failures = new ArrayList<>();
        for (LookupDirectory each : all) {
            try {
                found.addAll(each.surrogates());
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (failures.size() == all.size()) {
            throw failures.get(0);
        }
        return List.copyOf(found);
    }
}

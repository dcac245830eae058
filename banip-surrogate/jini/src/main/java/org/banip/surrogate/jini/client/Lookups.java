package org.banip.surrogate.jini.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.slf4j.Logger;

/** The surrogates that any of several lookup services knows. One that is away is left out as long as another answers. One thread. */
public final class Lookups implements SurrogateDirectory {
    private static final Logger LOG = ServerLog.of(Lookups.class);

    private final List<? extends SurrogateDirectory> all;

    /**
     * A directory.
     *
     * @param at where the lookup services are, at least one
     * @param transport how they are called
     */
    public Lookups(List<LookupAddress> at, Transport transport) {
        this(at, transport, List.of(), address -> {});
    }

    /**
     * A directory of surrogates that may be on other machines than the lookup services' and this one.
     *
     * @param at where the lookup services are, at least one
     * @param transport how they are called
     * @param hosts names or addresses of those machines
     * @param leftOut hears of an address at which surrogates are left out, because it is none of these
     */
    public Lookups(List<LookupAddress> at, Transport transport, List<String> hosts, Consumer<String> leftOut) {
        if (at.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one lookup service");
        }
        all = at.stream()
                .map(each -> new LookupDirectory(
                        each, transport, AllowedHosts.of(each).and(hosts), leftOut))
                .toList();
    }

    Lookups(List<? extends SurrogateDirectory> all) {
        this.all = all;
    }

    @Override
    public List<ListedSurrogate> surrogates() throws IOException, InterruptedException {
        return ask(SurrogateDirectory::surrogates);
    }

    @Override
    public List<ListedSurrogate> ended() throws IOException, InterruptedException {
        return ask(SurrogateDirectory::ended);
    }

    /** What one is asked. */
    private interface Question {
        List<ListedSurrogate> of(SurrogateDirectory directory) throws IOException, InterruptedException;
    }

    private List<ListedSurrogate> ask(Question question) throws IOException, InterruptedException {
        Set<ListedSurrogate> found = new LinkedHashSet<>();
        List<IOException> failures = new ArrayList<>();
        for (SurrogateDirectory each : all) {
            try {
                found.addAll(question.of(each));
            } catch (IOException e) {
                failures.add(e);
            } catch (RuntimeException | LinkageError e) {
                LOG.debug("- what a lookup service answered cannot be read", e);
                failures.add(new IOException("what a lookup service answered cannot be read: " + e, e));
            }
        }
        if (failures.size() == all.size()) {
            throw failures.get(0);
        }
        return List.copyOf(found);
    }
}

package org.banip.wsb.jini;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.client.FoundHost;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.wsb.host.FixedHosts;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.KnownHost;
import org.slf4j.Logger;

/**
 * The hosts that lookup services know. A host's id is derived from its URL, so that all brokers agree on it, whichever lookup services they ask.
 * While a lookup service does not answer, and for some time after it has stopped naming a host, the host stays: whether it lives, the broker asks it
 * itself. Any thread.
 */
final class LookedUpHosts implements HostDirectory {
    private static final Logger LOG = ServerLog.of(LookedUpHosts.class);

    private final Transport transport;
    private final List<LookupPoll> polls;
    private volatile List<KnownHost> hosts = List.of();

    private LookedUpHosts(Lookups lookups, Duration interval, Duration kept) {
        transport = lookups.transport();
        polls = lookups.locators().stream()
                .map(at -> new LookupPoll(at, lookups, interval, kept, this::changed))
                .toList();
    }

    /**
     * Begins to ask.
     *
     * @param interval between two questions
     * @param kept how long a host stays that a lookup service does not name any more
     */
    static LookedUpHosts open(Lookups lookups, Duration interval, Duration kept) {
        LookedUpHosts hosts = new LookedUpHosts(lookups, interval, kept);
        hosts.polls.forEach(LookupPoll::start);
        return hosts;
    }

    /** Waits until each lookup service has answered, or has failed, once; for this time at most. */
    void awaitFirst(Duration longest) {
        long deadline = System.nanoTime() + longest.toNanos();
        try {
            for (LookupPoll poll : polls) {
                poll.awaitFirst(deadline - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A lookup service has another list. */
    private synchronized void changed() {
        Map<String, KnownHost> all = new LinkedHashMap<>();
        for (LookupPoll poll : polls) {
            for (FoundHost found : poll.found()) {
                add(all, found);
            }
        }
        hosts = List.copyOf(all.values());
    }

    private static void add(Map<String, KnownHost> all, FoundHost found) {
        try {
            URI base = new KnownHost("", URI.create(found.url()), OptionalLong.empty()).base();
            String id = FixedHosts.nameOf(base);
            all.putIfAbsent(id, new KnownHost(id, base, OptionalLong.empty()));
        } catch (IllegalArgumentException e) {
            LOG.warn("- host {} of a lookup service is not used: {}", found.name(), e.getMessage());
        }
    }

    @Override
    public List<KnownHost> hosts() {
        return hosts;
    }

    @Override
    public void close() {
        polls.forEach(LookupPoll::end);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        polls.forEach(poll -> poll.join(deadline));
        transport.close();
    }
}

package org.banip.mbu.discovery;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.mbu.spi.BrokerSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.Cache;
import org.xbill.DNS.DClass;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/**
 * The brokers that a domain names in its DNS: SRV records of {@code _banip._tcp.DOMAIN} (RFC 2782), with priority and weight. A broker is
 * {@code https://TARGET:PORT/}, and its certificate must be for TARGET. DNS can be forged, so a target counts only if it is the domain itself, below
 * it, or at or below a name that the app trusts as well (docs/discovery.md). One thread at a time.
 */
public final class SrvBrokers implements BrokerSource {
    private static final Logger LOG = LoggerFactory.getLogger(SrvBrokers.class);
    private static final String HOOK = "dnsjava.nio.register_shutdown_hook";
    private static final String SERVICE = "_banip._tcp.";
    private static final Duration ONE_SERVER = Duration.ofSeconds(2);
    private static final Duration ALL_SERVERS = Duration.ofSeconds(6);
    private static final int MOST_CACHED = 64;
    private static final int LONGEST_CACHED_SECONDS = 3600;
    private static final int LONGEST_ABSENT_SECONDS = 30;

    static {
        // Its hook would end dnsjava while the MBU still delivers, and the next question would fail: "Shutdown in
        // progress".
        if (System.getProperty(HOOK) == null) {
            System.setProperty(HOOK, "false");
        }
    }

    private final String domain;
    private final TrustedNames trusted;
    private final List<InetSocketAddress> servers;
    private final Cache cache = new Cache(DClass.IN);
    private String logged = "";

    private SrvBrokers(String domain, TrustedNames trusted, List<InetSocketAddress> servers) {
        this.domain = domain;
        this.trusted = trusted;
        this.servers = servers;
        cache.setMaxEntries(MOST_CACHED);
        cache.setMaxCache(LONGEST_CACHED_SECONDS);
        cache.setMaxNCache(LONGEST_ABSENT_SECONDS);
    }

    /**
     * Those of a domain, as the system's DNS servers say.
     *
     * @throws IllegalArgumentException if it is no domain, or a whole top-level domain
     */
    public static SrvBrokers of(String domain) {
        return of(domain, List.of(), List.of());
    }

    /**
     * Those of a domain.
     *
     * @param alsoTrusted other domains to which the MBU may send its credentials, for brokers that are not in the domain
     * @param servers DNS servers; if there is none, those of the system. On Android an app gives those of {@code LinkProperties}
     * @throws IllegalArgumentException if one is no domain, or a whole top-level domain
     */
    public static SrvBrokers of(String domain, List<String> alsoTrusted, List<InetSocketAddress> servers) {
        List<String> names = new ArrayList<>();
        names.add(domain);
        names.addAll(alsoTrusted);
        return new SrvBrokers(TrustedNames.normalized(domain), new TrustedNames(names), List.copyOf(servers));
    }

    @Override
    public List<Broker> brokers() throws IOException {
        List<SRVRecord> records = new ArrayList<>();
        for (Record record : lookedUp()) {
            if (record instanceof SRVRecord place) {
                records.add(place);
            }
        }
        records.sort(Comparator.comparingInt(SRVRecord::getPriority));
        List<Broker> found = new ArrayList<>();
        String refused = "";
        for (SRVRecord record : records) {
            String problem = problem(record);
            if (problem.isEmpty() && found.size() < MOST) {
                found.add(broker(record));
            } else if (refused.isEmpty()) {
                refused = problem; // still empty if there are too many
            }
        }
        if (found.isEmpty()) {
            throw new IOException(
                    refused.isEmpty() ? "DNS names no broker: no SRV record of " + SERVICE + domain : refused);
        }
        log(refused);
        return found;
    }

    private void log(String refused) {
        if (!refused.isEmpty() && !refused.equals(logged)) {
            LOG.warn("brokers: {}", refused);
        }
        logged = refused;
    }

    private Record[] lookedUp() throws IOException {
        Lookup lookup = new Lookup(name(), Type.SRV);
        lookup.setResolver(resolver());
        lookup.setCache(cache);
        lookup.setSearchPath(List.<Name>of());
        Record[] records = lookup.run();
        int result = lookup.getResult();
        if (result == Lookup.HOST_NOT_FOUND || result == Lookup.TYPE_NOT_FOUND) {
            throw new IOException("DNS names no broker: no SRV record of " + SERVICE + domain);
        }
        if (result != Lookup.SUCCESSFUL || records == null) {
            throw new IOException("DNS does not say which brokers " + domain + " has: " + lookup.getErrorString());
        }
        return records;
    }

    private Name name() throws IOException {
        try {
            return Name.fromString(SERVICE + domain + ".");
        } catch (TextParseException e) {
            throw new IOException("'" + SERVICE + domain + "' is too long for a name of DNS", e);
        }
    }

    private Resolver resolver() throws IOException {
        ExtendedResolver all = servers.isEmpty()
                ? new ExtendedResolver()
                : new ExtendedResolver(servers.stream().map(SimpleResolver::new).collect(Collectors.toList()));
        for (Resolver each : all.getResolvers()) {
            each.setTimeout(ONE_SERVER);
        }
        all.setTimeout(ALL_SERVERS);
        return all;
    }

    /** Why a record is no broker of this MBU; empty if it is one. */
    private String problem(SRVRecord record) {
        if (record.getTarget().equals(Name.root)) {
            return "DNS says that " + domain + " has no broker";
        }
        Optional<String> target = target(record);
        if (!target.isPresent() || record.getPort() == 0) {
            return "DNS names " + record.getTarget() + ", port " + record.getPort() + ", as a broker of " + domain
                    + ", which cannot be one";
        }
        return trusted.has(target.get())
                ? ""
                : "DNS names " + target.get() + " as a broker of " + domain + "; it is not in " + trusted
                        + ", so it gets no credentials. If it is right, trust it (srv:" + domain + ",trust="
                        + target.get()
                        + ")";
    }

    private static Optional<String> target(SRVRecord record) {
        try {
            return Optional.of(TrustedNames.normalized(record.getTarget().toString(true)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Broker broker(SRVRecord record) throws IOException {
        String target = target(record).orElseThrow(() -> new IOException("no target"));
        return new Broker(
                URI.create("https://" + target + ":" + record.getPort() + "/"),
                record.getPriority(),
                record.getWeight());
    }

    @Override
    public String toString() {
        return "srv:" + domain;
    }
}

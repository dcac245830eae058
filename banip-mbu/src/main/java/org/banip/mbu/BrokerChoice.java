package org.banip.mbu;

import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.banip.mbu.broker.Brokers;
import org.banip.mbu.settings.FailoverSettings;
import org.banip.mbu.spi.BrokerSource;
import org.banip.mbu.spi.SteadyClock;
import org.jspecify.annotations.Nullable;

/** The broker or brokers of an MBU that is being configured. One thread at a time. */
final class BrokerChoice {
    /** Stands for the broker until one is found. Nothing is sent there. */
    private static final URI UNKNOWN = URI.create("https://broker.invalid/");

    private @Nullable URI only;
    private List<URI> list = List.of();
    private @Nullable BrokerSource source;
    private FailoverSettings failover = FailoverSettings.DEFAULT;
    private String name = "";

    /** The only one. */
    void only(URI base) {
        clear();
        only = BrokerUrl.normalized(base);
        name = only.toString();
    }

    void list(List<URI> bases) {
        clear();
        list = bases.stream().map(BrokerUrl::normalized).distinct().collect(Collectors.toList());
        if (list.size() > BrokerSource.MOST) {
            throw new IllegalArgumentException(
                    "brokers: " + list.size() + " are given, at most " + BrokerSource.MOST + " are allowed");
        }
        source = BrokerSource.of(list);
        name = list.stream().map(URI::toString).collect(Collectors.joining(", "));
    }

    void source(BrokerSource finds) {
        clear();
        source = finds;
        name = finds.toString();
    }

    private void clear() {
        only = null;
        list = List.of();
        source = null;
    }

    void failover(FailoverSettings settings) {
        failover = settings;
    }

    /**
     * A source that is installed.
     *
     * @throws IllegalArgumentException if it is not, or if the place is wrong
     */
    static BrokerSource opened(String source, String place) {
        TreeMap<String, BrokerSource.Factory> known = new TreeMap<>();
        ServiceLoader.load(BrokerSource.Factory.class).forEach(factory -> known.put(factory.name(), factory));
        BrokerSource.Factory factory = known.get(source);
        if (factory == null) {
            throw new IllegalArgumentException("no source of brokers '" + source + "', there are: "
                    + (known.isEmpty() ? "none; banip-mbu-discovery has some" : String.join(", ", known.keySet()))
                    + ". For a broker give a URL, such as http://localhost:8080/");
        }
        return factory.open(place);
    }

    /** Whether there may be more than one. */
    boolean isSeveral() {
        return only == null;
    }

    /**
     * The only one, or what stands for it.
     *
     * @throws IllegalArgumentException if none is given, or one is {@code http} to another machine
     */
    URI base(boolean plainAllowed) {
        URI single = only;
        if (single == null && source == null) {
            throw new IllegalArgumentException("broker must be given");
        }
        if (single == null) {
            list.forEach(base -> checked(base, plainAllowed));
            return list.isEmpty() ? UNKNOWN : list.get(0);
        }
        return checked(single, plainAllowed);
    }

    private static URI checked(URI base, boolean plainAllowed) {
        URI normalized = BrokerUrl.normalized(base);
        if (!plainAllowed) {
            BrokerUrl.requireProtected(normalized);
        }
        return normalized;
    }

    /** Chooses one when the MBU runs. */
    Brokers brokers(boolean plainAllowed, Random random, SteadyClock clock, String threadSuffix) {
        BrokerSource finds = source;
        if (finds == null) {
            return Brokers.fixed(base(plainAllowed), clock);
        }
        return Brokers.of(finds, failover, base -> checked(base, plainAllowed), random, clock, threadSuffix);
    }

    @Override
    public String toString() {
        return name;
    }
}

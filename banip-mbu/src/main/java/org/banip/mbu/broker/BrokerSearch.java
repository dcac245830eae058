package org.banip.mbu.broker;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.banip.core.text.Counted;
import org.banip.mbu.spi.BrokerSource;
import org.jspecify.annotations.Nullable;

/**
 * Which brokers there are, and which of them can be reached. The thread {@code banip-brokers}; {@link #ranked}, {@link #addresses}, {@link #problem}
 * and {@link #close} are for any.
 */
final class BrokerSearch implements AutoCloseable {
    private final BrokerSource source;
    private final KnownBrokers known;
    private final Duration headStart;
    private volatile @Nullable BrokerRace race;
    private volatile List<Candidate> ranked = Collections.emptyList();
    private volatile String problem;

    /**
     * A search that has not begun.
     *
     * @param check returns a URL as the MBU uses it; throws {@code IllegalArgumentException} if it must not be used
     * @param headStart of a broker before the one that is listed next
     */
    BrokerSearch(BrokerSource source, UnaryOperator<URI> check, Random random, Duration headStart) {
        this.source = source;
        this.headStart = headStart;
        known = new KnownBrokers(source, check, random);
        problem = known.problem();
    }

    /**
     * Brokers can be connected to from now on.
     *
     * @param locals the addresses from which connections are made
     * @param timeout of each attempt
     */
    void start(Supplier<List<Optional<InetAddress>>> locals, Duration timeout) {
        race = new BrokerRace(locals, timeout, this::addresses);
    }

    /** The addresses of a broker's host that the source knows; none if the system is to look it up. */
    List<InetAddress> addresses(String host) {
        return source.addresses(host);
    }

    /** Asks the source again. */
    void refresh() {
        ranked = known.refreshed();
        problem = known.problem();
    }

    /** Those that the source knew last, by rank. */
    List<Candidate> ranked() {
        return ranked;
    }

    /** Why there is none, for people. */
    String problem() {
        return problem;
    }

    /** The nearest of some. Empty if none can be reached. */
    Optional<Candidate> nearest(List<Candidate> of) throws InterruptedException {
        return race().first(of, headStart);
    }

    /** How long it takes to connect to each. Those that cannot be reached are left out. */
    Map<Candidate, Duration> measured(List<Candidate> all) throws InterruptedException {
        return race().measured(all);
    }

    /** Those that would go before this one have not answered in time. A look later shows whether they cannot be reached, or are farther. */
    void missBetterThan(Candidate winner) {
        ranked.stream().filter(candidate -> candidate.outranks(winner)).forEach(candidate -> candidate.missed = true);
    }

    /** Why the first broker was chosen, for people. */
    static String reasonOfFirst(boolean reached, int known) {
        String of = Counted.of(known, "broker");
        return reached ? "the nearest of " + of : "none of " + of + " can be reached yet";
    }

    private BrokerRace race() {
        BrokerRace made = race;
        if (made == null) {
            throw new IllegalStateException("not started");
        }
        return made;
    }

    @Override
    public void close() {
        BrokerRace running = race;
        if (running != null) {
            running.close();
        }
        source.close();
    }
}

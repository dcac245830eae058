package org.banip.mbu.broker;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.banip.mbu.spi.BrokerSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The brokers that the source knows, by rank: lower priorities first, and within a priority in an order that is drawn by weight when a broker is seen
 * for the first time (RFC 2782), and stays. The thread {@code banip-brokers}.
 */
final class KnownBrokers {
    private static final Logger LOG = LoggerFactory.getLogger(KnownBrokers.class);

    private final BrokerSource source;
    private final UnaryOperator<URI> check;
    private final Random random;
    private final Map<URI, Candidate> seen = new LinkedHashMap<>();
    private List<Candidate> ranked = List.of();
    /** What the source said last and must not be used; the log has it. */
    private Set<URI> notUsed = Set.of();

    private String problem = "no broker is known";
    private String logged = "";

    /** @param check a URL as the MBU uses it; throws {@code IllegalArgumentException} if it must not be used */
    KnownBrokers(BrokerSource source, UnaryOperator<URI> check, Random random) {
        this.source = source;
        this.check = check;
        this.random = random;
    }

    /** Asks the source again. If it does not know, what it said before counts. */
    List<Candidate> refreshed() {
        List<Candidate> now = ranked(told());
        if (!now.isEmpty()) {
            ranked = now;
            logged = "";
        }
        return ranked;
    }

    /** What the source says; nothing if it does not know. A source of the app's own may throw anything, and is asked again all the same. */
    private List<BrokerSource.Broker> told() {
        try {
            List<BrokerSource.Broker> told = new ArrayList<>(source.brokers());
            told.forEach(Objects::requireNonNull);
            return told;
        } catch (IOException e) {
            cannot(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            cannot("the source of brokers threw " + e);
        }
        return List.of();
    }

    /** Why there is no broker, for people. */
    String problem() {
        return problem;
    }

    private void cannot(String why) {
        problem = why;
        if (!why.equals(logged)) {
            logged = why;
            LOG.warn("brokers: {}{}", why, ranked.isEmpty() ? "" : "; goes on with those that are known");
        }
    }

    private List<Candidate> ranked(List<BrokerSource.Broker> told) {
        Map<Integer, List<BrokerSource.Broker>> fresh = new TreeMap<>();
        List<Candidate> now = new ArrayList<>();
        List<URI> urls = new ArrayList<>();
        Set<URI> bad = new HashSet<>();
        for (BrokerSource.Broker broker : told.subList(0, Math.min(told.size(), BrokerSource.MOST))) {
            URI base;
            try {
                base = check.apply(broker.base());
            } catch (IllegalArgumentException e) {
                bad.add(broker.base());
                if (!notUsed.contains(broker.base())) {
                    cannot(String.valueOf(e.getMessage()));
                }
                continue;
            }
            if (urls.contains(base)) {
                continue;
            }
            urls.add(base);
            Candidate known = seen.get(base);
            if (known == null || known.priority != broker.priority()) {
                fresh.computeIfAbsent(broker.priority(), any -> new ArrayList<>())
                        .add(new BrokerSource.Broker(base, broker.priority(), broker.weight()));
            } else {
                now.add(known);
            }
        }
        fresh.forEach((priority, group) -> now.addAll(placed(priority, drawn(group))));
        now.sort(Comparator.<Candidate>comparingInt(each -> each.priority).thenComparingInt(each -> each.place));
        seen.keySet().retainAll(urls);
        notUsed = bad;
        return now;
    }

    private List<Candidate> placed(int priority, List<BrokerSource.Broker> order) {
        List<Candidate> placed = new ArrayList<>();
        int next = seen.values().stream()
                        .filter(known -> known.priority == priority)
                        .mapToInt(known -> known.place)
                        .max()
                        .orElse(-1)
                + 1;
        for (BrokerSource.Broker broker : order) {
            Candidate candidate = seen.computeIfAbsent(broker.base(), base -> new Candidate(base, priority, 0));
            candidate.priority = priority;
            candidate.place = next++;
            placed.add(candidate);
        }
        return placed;
    }

    /** "a uniform random number between 0 and the sum computed (inclusive)" selects the next one (RFC 2782). */
    private List<BrokerSource.Broker> drawn(List<BrokerSource.Broker> group) {
        if (group.stream().allMatch(broker -> broker.weight() == 0)) {
            return group;
        }
        List<BrokerSource.Broker> left = new ArrayList<>(group);
        left.sort(Comparator.comparingInt(broker -> broker.weight() == 0 ? 0 : 1)); // those of weight 0 first
        List<BrokerSource.Broker> order = new ArrayList<>();
        while (!left.isEmpty()) {
            int sum = left.stream().mapToInt(BrokerSource.Broker::weight).sum();
            int drawn = random.nextInt(sum + 1);
            int at = 0;
            for (int running = left.get(0).weight();
                    running < drawn;
                    running += left.get(at).weight()) {
                at++;
            }
            order.add(left.remove(at));
        }
        return order;
    }
}

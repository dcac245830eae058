package org.banip.surrogate.alert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Alerts that ended because a detector was taken out of the rules, or changed. Sessions follow new rules one after the other, within about a second; so
 * what ends is collected, and the log has one line for each detector. Any thread.
 */
final class RuleEnds {
    private static final Logger LOG = ServerLog.of(RuleEnds.class);
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int MOST_NAMED = 8;

    private final String rules;
    /** Guarded by this, as are the others: of each detector, how many alerts of each BAN ended. */
    private final Map<Detector, Map<String, Integer>> ended = new LinkedHashMap<>();

    private long lastNanos;

    private record Detector(String by, String name) {}

    /** @param rules what the log calls the operator's detectors */
    RuleEnds(String rules) {
        this.rules = rules;
    }

    /** It has ended. */
    synchronized void add(Alert alert) {
        lastNanos = System.nanoTime();
        ended.computeIfAbsent(new Detector(alert.cause().by(), alert.cause().detector()), one -> new LinkedHashMap<>())
                .merge(alert.ban(), 1, Integer::sum);
    }

    /** Logs what has ended, when nothing more has for two seconds. */
    synchronized void tell(long nanos) {
        if (!ended.isEmpty() && nanos - lastNanos >= QUIET_NANOS) {
            tellAll();
        }
    }

    /** Logs what has ended. */
    synchronized void tellAll() {
        List<Detector> all = new ArrayList<>(ended.keySet());
        for (Detector one : all.subList(0, Math.min(all.size(), MOST_NAMED))) {
            Map<String, Integer> bans = ended.getOrDefault(one, Map.of());
            LOG.warn(
                    "- {}: detector {} was taken out or changed, so {} ended, of {}",
                    one.by().equals("ban") ? "declared by the BAN" : rules,
                    one.name(),
                    Counted.of(
                            bans.values().stream().mapToInt(Integer::intValue).sum(), "open alert"),
                    named(bans.keySet().stream().toList()));
        }
        if (all.size() > MOST_NAMED) {
            LOG.warn("- {}: alerts of {} more detectors ended as well", rules, all.size() - MOST_NAMED);
        }
        ended.clear();
    }

    private static String named(List<String> bans) {
        int more = bans.size() - MOST_NAMED;
        return (bans.size() == 1 ? "BAN " : "the BANs ")
                + String.join(", ", bans.subList(0, Math.min(bans.size(), MOST_NAMED)))
                + (more > 0 ? " and " + more + " more" : "");
    }
}

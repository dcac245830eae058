package org.banip.measure.urgency;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.banip.measure.results.ResultRow;

/**
 * What became of the asystoles on one way.
 *
 * @param to where the alerts came: {@code listener}, {@code webhook} or {@code page}
 * @param by whose detector found them: {@code host} or {@code mbu}
 * @param asystoles how many were sampled
 * @param missing asystoles of which no alert came
 * @param doubled alerts and steps of alerts that came once more
 * @param unexpected alerts without an asystole
 * @param latencies from the deciding sample to the first receipt of the alert
 */
record AlertLatency(
        String to, String by, int asystoles, int missing, int doubled, int unexpected, Latencies latencies) {
    /** The detector may place an R wave beside the generated one, by less than this. */
    static final long TOLERANCE_NANOS = 250_000_000;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Of receipts, those by one detector. */
    static AlertLatency of(String to, String by, List<Asystole> asystoles, List<AlertReceipt> receipts) {
        List<AlertReceipt> raised = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        int doubled = 0;
        for (AlertReceipt receipt : receipts) {
            if (!receipt.by().equals(by)) {
                continue;
            }
            if (!keys.add(receipt.key())) {
                doubled++;
            } else if (receipt.isRaised()) {
                raised.add(receipt);
            }
        }
        List<Double> seconds = new ArrayList<>();
        int expected = 0;
        for (Asystole asystole : asystoles) {
            List<AlertReceipt> own = raised.stream()
                    .filter(receipt -> Math.abs(receipt.sinceNanos() - asystole.lastBeatNanos()) <= TOLERANCE_NANOS)
                    .toList();
            expected += own.size();
            doubled += Math.max(0, own.size() - 1);
            own.stream()
                    .limit(1)
                    .forEach(receipt -> seconds.add((receipt.atNanos() - asystole.decidingNanos()) / NANOS_PER_SECOND));
        }
        return new AlertLatency(
                to,
                by,
                asystoles.size(),
                asystoles.size() - seconds.size(),
                doubled,
                raised.size() - expected,
                Latencies.of(seconds));
    }

    /** Of the listener of the MBU without a link. */
    static AlertLatency ofWarnings(List<Asystole> asystoles) {
        List<Double> seconds = new ArrayList<>();
        int doubled = 0;
        for (Asystole asystole : asystoles) {
            doubled += Math.max(0, asystole.warnings() - 1);
            if (asystole.warnings() > 0) {
                seconds.add((asystole.warnedNanos() - asystole.decidingNanos()) / NANOS_PER_SECOND);
            }
        }
        return new AlertLatency(
                "listener",
                "mbu",
                asystoles.size(),
                asystoles.size() - seconds.size(),
                doubled,
                0,
                Latencies.of(seconds));
    }

    /** Whether the alert of each asystole came once, and no other. */
    boolean isExact() {
        return missing == 0 && doubled == 0 && unexpected == 0;
    }

    ResultRow row(String link) {
        ResultRow row = new ResultRow()
                .text("to", to)
                .text("by", by)
                .text("link", to.equals("listener") ? "none" : link)
                .count("asystoles", asystoles)
                .count("missing", missing)
                .count("doubled", doubled)
                .count("unexpected", unexpected);
        return latencies.addTo(row);
    }

    /** The same for people. */
    String line() {
        String came =
                isExact() ? "each once" : missing + " missing, " + doubled + " doubled, " + unexpected + " unexpected";
        String times = latencies.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; mean %.1f ms, p99 %.1f ms, most %.1f ms",
                        latencies.mean() * MILLIS_PER_SECOND,
                        latencies.percentile(99) * MILLIS_PER_SECOND,
                        latencies.percentile(100) * MILLIS_PER_SECOND);
        return to + ", found by " + by + ": " + asystoles + " asystoles, " + came + times;
    }
}

package org.banip.measure.jini;

import java.util.Locale;
import org.banip.measure.results.ResultRow;

/**
 * One window of one case.
 *
 * @param batches events in a call, or {@link FeedSettings#ADAPTIVE}
 * @param offered sensor sets a second that were due; 0: as fast as they were taken
 * @param eventsPerCall mean of the window
 * @param bytesPerSet of batches, mean of the window
 * @param sendLateMillis how late the source delivered 99 of 100 packets: what the machine alone is late
 */
record FeedRow(
        int batches,
        boolean tls,
        long offered,
        FeedResult result,
        double eventsPerCall,
        double bytesPerSet,
        double sendLateMillis) {
    private static final double MEDIAN = 50;
    private static final double NEARLY_ALL = 99;
    private static final double ALL = 100;

    static String heading() {
        return "batches    TLS     offered/s     reached/s   p50 ms   p99 ms   max ms   events/call  B/set  sent late  missed";
    }

    String text() {
        String due = offered == FeedSender.SATURATED ? "saturated" : String.format(Locale.ROOT, "%,d", offered);
        return String.format(
                Locale.ROOT,
                "%-9s  %-4s %12s  %,12d %8.2f %8.2f %8.1f %13.1f %6.2f %10.2f %7d",
                FeedSettings.name(batches),
                tls ? "yes" : "no",
                due,
                Math.round(result.setsPerSecond()),
                result.millis(MEDIAN),
                result.millis(NEARLY_ALL),
                result.millis(ALL),
                eventsPerCall,
                bytesPerSet,
                sendLateMillis,
                result.missed());
    }

    ResultRow row() {
        return new ResultRow()
                .text("batches", FeedSettings.name(batches))
                .flag("tls", tls)
                .count("units", FeedSettings.UNITS)
                .text("offered", offered == FeedSender.SATURATED ? "saturated" : Long.toString(offered))
                .number("setsPerSecond", result.setsPerSecond())
                .number("p50Millis", result.millis(MEDIAN))
                .number("p99Millis", result.millis(NEARLY_ALL))
                .number("maxMillis", result.millis(ALL))
                .number("eventsPerCall", eventsPerCall)
                .number("bytesPerSet", bytesPerSet)
                .number("sendLateP99Millis", sendLateMillis)
                .count("missed", result.missed())
                .count("disordered", result.disordered());
    }
}

package org.banip.measure.http;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;
import org.banip.measure.results.ResultRow;

/**
 * What was measured of one transfer by one version on one link.
 *
 * @param samples all of them, failed ones included
 * @param time in seconds
 * @param relative time divided by that of HTTP/1.1, from the loads of the same repeats
 */
record Cell(
        StudiedLink link,
        Transfer transfer,
        Protocol protocol,
        List<Sample> samples,
        Estimate time,
        Estimate relative) {
    private static final double PERCENT = 100;

    /** Of the samples of a run; {@code baseline} are those of HTTP/1.1. */
    static Cell of(
            StudiedLink link, Transfer transfer, Protocol protocol, List<Sample> samples, List<Sample> baseline) {
        List<Sample> good = samples.stream().filter(sample -> !sample.failed()).toList();
        List<Sample> pairs = good.stream()
                .filter(sample -> baseline.stream().anyMatch(sameRepeat(sample)))
                .toList();
        double[] below = pairs.stream()
                .mapToDouble(sample -> baseline.stream()
                        .filter(sameRepeat(sample))
                        .findFirst()
                        .orElseThrow()
                        .seconds())
                .toArray();
        return new Cell(
                link,
                transfer,
                protocol,
                List.copyOf(samples),
                Estimate.of(seconds(good)),
                Estimate.ratio(seconds(pairs), below));
    }

    private static Predicate<Sample> sameRepeat(Sample sample) {
        return other ->
                !other.failed() && other.turn().repeat() == sample.turn().repeat();
    }

    private static double[] seconds(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::seconds).toArray();
    }

    private int count(Predicate<Sample> which) {
        return (int) samples.stream().filter(which).count();
    }

    /** Loads that are in the figures although the link was late. */
    int late() {
        return count(sample -> !sample.failed() && sample.late());
    }

    int failed() {
        return count(Sample::failed);
    }

    /** By how many per cent it is faster than HTTP/1.1. */
    double speedUp() {
        return PERCENT * (1 - relative.mean());
    }

    double speedUpHalfWidth() {
        return PERCENT * relative.halfWidth();
    }

    OptionalDouble published() {
        return PublishedSpeedUps.of(protocol, transfer, link);
    }

    /** The row of results. */
    ResultRow row() {
        ResultRow row = new ResultRow()
                .text("link", link.name())
                .text("transfer", transfer.token())
                .text("protocol", protocol.token())
                .number("megabits", link.megabits())
                .count("rttMillis", link.rttMillis())
                .number("lossPercent", link.lossPercent())
                .text("congestionControl", link.congestionControl())
                .count("loads", time.count());
        finite(row, "seconds", time.mean());
        finite(row, "secondsHalfWidth", time.halfWidth());
        if (protocol != Protocol.HTTP1) {
            finite(row, "speedUpPercent", speedUp());
            finite(row, "speedUpHalfWidth", speedUpHalfWidth());
            finite(row, "relativeTime", relative.mean());
            published().ifPresent(percent -> {
                double relativeTime = 1 - percent / PERCENT;
                row.number("publishedSpeedUpPercent", percent).number("published", relativeTime);
                finite(row, "ratio", relative.mean() / relativeTime);
            });
        }
        row.number("connections", mean(Sample::connections));
        return row.count("early", count(Sample::offeredEarly))
                .count("tookEarly", count(Sample::tookEarly))
                .count("repeated", sum(sample -> sample.attempts() - 1))
                .count("late", late())
                .number("latePackets", sum(Sample::latePackets) / (double) Math.max(1, sum(Sample::packets)))
                .number("waitedSeconds", mean(Sample::waitedSeconds))
                .count("failed", failed())
                .text("problem", problem());
    }

    private long sum(ToLongFunction<Sample> part) {
        return samples.stream().mapToLong(part).sum();
    }

    private double mean(ToDoubleFunction<Sample> part) {
        return samples.stream().mapToDouble(part).average().orElse(0);
    }

    private String problem() {
        return samples.stream()
                .map(Sample::problem)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static void finite(ResultRow row, String name, double value) {
        if (Double.isFinite(value)) {
            row.number(name, value);
        }
    }
}

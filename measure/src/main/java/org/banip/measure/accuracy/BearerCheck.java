package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.BearerWait;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.accuracy.AccuracyRow.Unit;
import org.banip.measure.probe.DatagramArrival;
import org.banip.measure.probe.UdpFlow;

/** Measures how long small datagrams wait for the bearer, each alone on an idle link. */
record BearerCheck(Way way, Duration length) implements Check {
    private static final int PAYLOAD = 100;
    private static final int MIN_ROUNDS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public LinkSettings settings(LinkSettings link) {
        return Steady.link(link, settings -> settings);
    }

    @Override
    public String what() {
        return "wait " + way.token();
    }

    @Override
    public Duration expected(LinkSettings link) {
        return length.plus(PAUSE);
    }

    @Override
    public List<AccuracyRow> run(EmulatedNetwork network, long seed) throws IOException, InterruptedException {
        DirectionSettings settings = network.link().settings().direction(way);
        int bytes = PAYLOAD + DatagramArrival.HEADERS;
        Duration unavoidable = settings.delay().plus(settings.serialisation(bytes));
        List<Long> sent = new ArrayList<>();
        List<DatagramArrival> arrivals;
        try (UdpFlow flow = UdpFlow.open(network, way)) {
            long end = System.nanoTime() + length.toNanos();
            while (sent.size() < MIN_ROUNDS || System.nanoTime() < end) {
                sent.add(System.nanoTime());
                flow.send(PAYLOAD, sent.get(sent.size() - 1));
                flow.await(sent.size(), PATIENCE);
            }
            arrivals = flow.arrivals();
        }
        double expected = Replay.latencies(settings, way, seed, bytes, sent).stream()
                .mapToLong(Long::longValue)
                .average()
                .orElse(Double.NaN);
        double shortest =
                settings.bearerWait().map(BearerWait::min).orElse(Duration.ZERO).toNanos() / NANOS_PER_MILLI;
        double longest =
                settings.bearerWait().map(BearerWait::max).orElse(Duration.ZERO).toNanos() / NANOS_PER_MILLI;
        return List.of(new AccuracyRow(
                String.format(
                        Locale.ROOT,
                        "wait %s in %.0f-%.0f ms, mean of %d",
                        way.token(),
                        shortest,
                        longest,
                        sent.size()),
                Unit.MILLIS,
                (expected - unavoidable.toNanos()) / NANOS_PER_MILLI,
                Steady.meanMillis(arrivals) - unavoidable.toNanos() / NANOS_PER_MILLI));
    }
}

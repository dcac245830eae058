package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.accuracy.AccuracyRow.Unit;
import org.banip.measure.probe.DatagramArrival;
import org.banip.measure.probe.UdpFlow;

/** Sends more full datagrams at once than the queue holds. Measures how many arrive, and how long the last one takes. */
record QueueCheck(Way way) implements Check {
    private static final int TOO_MANY = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public LinkSettings settings(LinkSettings link) {
        return Steady.link(link, settings -> settings.toBuilder().noBearerWait().build());
    }

    @Override
    public String what() {
        return "queue " + way.token();
    }

    @Override
    public Duration expected(LinkSettings link) {
        return PATIENCE.plus(
                link.direction(way).serialisation(link.direction(way).queueBytes()));
    }

    @Override
    public List<AccuracyRow> run(EmulatedNetwork network, long seed) throws IOException, InterruptedException {
        int mtu = network.link().settings().mtu();
        DirectionSettings settings = network.link().settings().direction(way);
        List<Long> sent = new ArrayList<>();
        List<DatagramArrival> arrivals;
        try (UdpFlow flow = UdpFlow.open(network, way)) {
            for (int packet = 0; packet < settings.queueBytes() / mtu + TOO_MANY; packet++) {
                sent.add(System.nanoTime());
                flow.send(mtu - DatagramArrival.HEADERS, sent.get(packet));
            }
            Duration all = settings.serialisation(settings.queueBytes()).plus(settings.delay());
            flow.await(sent.size(), all.plus(PATIENCE));
            arrivals = flow.arrivals();
        }
        List<Long> expected = Replay.latencies(settings, way, seed, mtu, sent);
        double longest = arrivals.stream()
                .mapToDouble(DatagramArrival::latencyMillis)
                .max()
                .orElse(Double.NaN);
        return List.of(
                new AccuracyRow(
                        "queue " + way.token() + ": taken of " + sent.size(),
                        Unit.DATAGRAMS,
                        expected.size(),
                        arrivals.size()),
                new AccuracyRow(
                        "queue " + way.token() + ": longest way",
                        Unit.MILLIS,
                        Collections.max(expected) / NANOS_PER_MILLI,
                        longest));
    }
}

package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.accuracy.AccuracyRow.Unit;
import org.banip.measure.probe.DatagramArrival;
import org.banip.measure.probe.UdpFlow;

/** Measures the round trip of a small datagram that is alone on the link: delay and serialisation in both directions. */
final class DelayCheck implements Check {
    private static final int ROUNDS = 20;
    private static final int PAYLOAD = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Serialisation in both directions. */
    private static final Duration EXTRA = Duration.ofMillis(100);

    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public LinkSettings settings(LinkSettings link) {
        return Steady.link(link, settings -> settings.toBuilder().noBearerWait().build());
    }

    @Override
    public String what() {
        return "delay";
    }

    @Override
    public Duration expected(LinkSettings link) {
        return link.up().delay().plus(link.down().delay()).plus(EXTRA).multipliedBy(ROUNDS);
    }

    @Override
    public List<AccuracyRow> run(EmulatedNetwork network, long seed) throws IOException, InterruptedException {
        double up;
        double down;
        double roundTrip = 0;
        try (UdpFlow there = UdpFlow.open(network, Way.UP);
                UdpFlow back = UdpFlow.open(network, Way.DOWN)) {
            for (int round = 1; round <= ROUNDS; round++) {
                there.send(PAYLOAD);
                there.await(round, PATIENCE);
                back.send(PAYLOAD);
                back.await(round, PATIENCE);
                DatagramArrival first = last(there);
                DatagramArrival second = last(back);
                roundTrip += (second.arrivedNanos() - first.sentNanos()) / NANOS_PER_MILLI / ROUNDS;
            }
            up = Steady.meanMillis(there.arrivals());
            down = Steady.meanMillis(back.arrivals());
        }
        double expectedUp = millis(network, Way.UP);
        double expectedDown = millis(network, Way.DOWN);
        int bytes = PAYLOAD + DatagramArrival.HEADERS;
        return List.of(
                new AccuracyRow("one way up, " + bytes + " bytes", Unit.MILLIS, expectedUp, up),
                new AccuracyRow("one way down, " + bytes + " bytes", Unit.MILLIS, expectedDown, down),
                new AccuracyRow("round trip, mean of " + ROUNDS, Unit.MILLIS, expectedUp + expectedDown, roundTrip));
    }

    private static DatagramArrival last(UdpFlow flow) throws IOException {
        List<DatagramArrival> arrivals = flow.arrivals();
        if (arrivals.isEmpty()) {
            throw new IOException("no datagram crossed the link within " + PATIENCE);
        }
        return arrivals.get(arrivals.size() - 1);
    }

    private static double millis(EmulatedNetwork network, Way way) {
        DirectionSettings settings = network.link().settings().direction(way);
        return settings.delay()
                        .plus(settings.serialisation(PAYLOAD + DatagramArrival.HEADERS))
                        .toNanos()
                / NANOS_PER_MILLI;
    }
}

package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.accuracy.AccuracyRow.Unit;
import org.banip.measure.probe.DatagramArrival;
import org.banip.measure.probe.UdpProbe;

/** Sends full datagrams a tenth faster than the link carries them, and measures the rate at which they arrive. */
record UdpGoodputCheck(Way way, Duration length) implements Check {
    private static final double EXCESS = 1.1;

    @Override
    public LinkSettings settings(LinkSettings link) {
        return Steady.link(link, settings -> settings);
    }

    @Override
    public String what() {
        return "goodput " + way.token() + ", UDP";
    }

    @Override
    public Duration expected(LinkSettings link) {
        return length.plus(link.direction(way).serialisation(link.direction(way).queueBytes()));
    }

    @Override
    public List<AccuracyRow> run(EmulatedNetwork network, long seed) throws IOException, InterruptedException {
        LinkSettings link = network.link().settings();
        double rate = link.direction(way).bytesPerSecond();
        double payloadShare = 1 - (double) DatagramArrival.HEADERS / link.mtu();
        int packets = (int) Math.max(20, EXCESS * rate * length.toMillis() / 1000 / link.mtu());
        UdpProbe probe = new UdpProbe(way, link.mtu() - DatagramArrival.HEADERS, EXCESS * rate, packets);
        double received = probe.run(network).receivedBytesPerSecond();
        return List.of(new AccuracyRow(
                "goodput " + way.token() + ", UDP",
                Unit.BYTES_PER_SECOND,
                rate * payloadShare,
                received * payloadShare));
    }
}

package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.accuracy.AccuracyRow.Unit;
import org.banip.measure.probe.TcpProbe;

/** Measures the rate that TCP achieves, headers included. It depends on the link and on the kernel's congestion control. */
record TcpGoodputCheck(Way way, Duration length) implements Check {
    /** IP 20, TCP 20, time stamps 12 (RFC 791, 9293, 7323). */
    private static final int HEADERS = 52;

    /** Time for slow start, and for bytes that are in flight at the end. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private static final double MILLIS_PER_SECOND = 1000;

    @Override
    public LinkSettings settings(LinkSettings link) {
        return Steady.link(link, settings -> settings);
    }

    @Override
    public String what() {
        return "goodput " + way.token() + ", TCP";
    }

    @Override
    public Duration expected(LinkSettings link) {
        return length.plus(SETTLING);
    }

    @Override
    public List<AccuracyRow> run(EmulatedNetwork network, long seed) throws IOException, InterruptedException {
        LinkSettings link = network.link().settings();
        double goodput = link.direction(way).bytesPerSecond() * (link.mtu() - HEADERS) / link.mtu();
        TcpProbe probe = new TcpProbe(way, (long) (goodput * length.toMillis() / MILLIS_PER_SECOND));
        return List.of(new AccuracyRow(
                "goodput " + way.token() + ", TCP " + link.congestionControl(),
                Unit.BYTES_PER_SECOND,
                goodput,
                probe.run(network).steadyBytesPerSecond()));
    }
}

package org.banip.measure.accuracy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.accuracy.AccuracyRow.Unit;
import org.banip.measure.probe.DatagramArrival;
import org.banip.measure.probe.UdpProbe;
import org.banip.measure.probe.UdpResult;

/** Counts how many small datagrams get lost on a fast link with the loss of this link, or 2 % if it has none. */
final class LossCheck implements Check {
    private static final int PACKETS = 20_000;
    private static final int PAYLOAD = 36;
    private static final int PACKETS_PER_SECOND = 5_000;
    private static final Duration PATIENCE = Duration.ofSeconds(PACKETS / PACKETS_PER_SECOND + 2);
    private static final double LOSS = 0.02;
    private static final double PERCENT = 100;

    @Override
    public LinkSettings settings(LinkSettings link) {
        DirectionSettings was = link.up();
        DirectionSettings.Builder fast =
                DirectionSettings.builder().delay(Duration.ofMillis(1)).loss(was.loss());
        was.burst().ifPresent(fast::burst);
        if (was.meanLoss() == 0) {
            fast.loss(LOSS);
        }
        return link.withSchedule(List.of()).with(Way.UP, fast.build());
    }

    @Override
    public String what() {
        return "loss";
    }

    @Override
    public Duration expected(LinkSettings link) {
        return PATIENCE;
    }

    @Override
    public List<AccuracyRow> run(EmulatedNetwork network, long seed) throws IOException, InterruptedException {
        DirectionSettings settings = network.link().settings().up();
        int bytes = PAYLOAD + DatagramArrival.HEADERS;
        UdpProbe probe = new UdpProbe(Way.UP, PAYLOAD, (double) PACKETS_PER_SECOND * bytes, PACKETS);
        UdpResult result = probe.run(network);
        List<Long> sent = new ArrayList<>();
        for (long packet = 0; packet < PACKETS; packet++) {
            sent.add(packet);
        }
        int arriving = Replay.latencies(settings, Way.UP, seed, bytes, sent).size();
        return List.of(new AccuracyRow(
                String.format(Locale.ROOT, "lost of %,d at %.2f %%", PACKETS, settings.meanLoss() * PERCENT),
                Unit.DATAGRAMS,
                PACKETS - arriving,
                PACKETS - result.arrivals().size()));
    }
}

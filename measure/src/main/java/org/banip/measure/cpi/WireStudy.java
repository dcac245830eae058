package org.banip.measure.cpi;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.app.source.BanSignal;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.measure.overhead.ModelExchange;
import org.banip.measure.overhead.wire.WireComparison;

/**
 * Runs that send each uplink's packets one by one, for a comparison with the thesis's model: payloads of 150, 1000
 * and 4000 bytes, an MTU of 576, neither loss nor waits.
 */
public final class WireStudy {
    private static final int MTU = 576;
    /** Overhead of a frame: type 1, length 2, CRC 4 (docs/protocol.md). */
    private static final int FRAME = 7;

    private static final double PACKETS_PER_SECOND = 5;

    /** Sensor sets and their sizes that give, with the frame's overhead, an HTTP payload. */
    private enum Size {
        P150(13, 11),
        P1000(3, 331),
        P4000(33, 121);

        private final int units;
        private final int setBytes;

        Size(int units, int setBytes) {
            this.units = units;
            this.setBytes = setBytes;
        }

        private int payload() {
            return units * setBytes + FRAME;
        }
    }

    private WireStudy() {}

    /** A fast link with the thesis's MTU. */
    public static LinkProfile link() {
        DirectionSettings way = DirectionSettings.builder()
                .bytesPerSecond(1_000_000)
                .delay(Duration.ofMillis(5))
                .build();
        return LinkProfile.of(new LinkSettings("mtu-576", MTU, "reno", way, way));
    }

    /** The runs. */
    public static List<PlannedRun> plan(List<String> uplinks, int packets, long seed) {
        List<PlannedRun> runs = new ArrayList<>();
        for (String uplink : uplinks) {
            for (Size size : Size.values()) {
                CpiSettings settings = CpiSettings.over(link())
                        .uplink(uplink)
                        .packetUnits(size.units)
                        .signal(BanSignal.ofSets(size.setBytes))
                        .captured(true)
                        .seed(seed)
                        .build();
                int bytes = size.units * size.setBytes;
                runs.add(PlannedRun.of(
                        uplink + "-" + size.payload(),
                        settings,
                        new Load.Rate(bytes * PACKETS_PER_SECOND),
                        (long) bytes * packets));
            }
        }
        return runs;
    }

    /** Comparisons of the link with the model, for the runs that succeeded. */
    public static List<WireComparison> compare(CpiFindings findings, Path raw) throws IOException {
        List<WireComparison> comparisons = new ArrayList<>();
        for (CpiResult result : findings.results()) {
            CpiSettings settings = result.plan().settings();
            int payload = settings.packetUnits() * settings.signal().setBytes() + FRAME;
            Path capture = raw.resolve(result.plan().name()).resolve(RunLink.CAPTURE);
            comparisons.add(WireComparison.read(
                    settings.uplink(), ModelExchange.ofUplink(settings.uplink()), payload, capture));
        }
        return comparisons;
    }
}

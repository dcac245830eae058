package org.banip.measure.cpi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.mbu.uplink.Uplinks;
import org.banip.measure.link.profile.DirectionSettings;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.link.profile.LinkSettings;

/**
 * Runs that put each uplink's packets on a link one by one, so that what they cost can be counted there and compared with the thesis's
 * model: payloads near its 150, 1000 and 4000 bytes, an MTU of 576, neither loss nor waits.
 */
public final class WireStudy {
    private static final int MTU = 576;
    private static final int[] PACKET_UNITS = {5, 33, 133};
    private static final int SET_BYTES = 30;
    private static final int PACKETS = 40;
    private static final double PACKETS_PER_SECOND = 5;

    private WireStudy() {}

    /** A quick link with the thesis's MTU. */
    public static LinkProfile link() {
        DirectionSettings way = DirectionSettings.builder()
                .bytesPerSecond(1_000_000)
                .delay(Duration.ofMillis(5))
                .build();
        return LinkProfile.of(new LinkSettings("mtu-576", MTU, "reno", way, way));
    }

    /** The runs. */
    public static List<PlannedRun> plan(long seed) {
        List<PlannedRun> runs = new ArrayList<>();
        for (String uplink : List.of(Uplinks.PER_REQUEST, Uplinks.PERSISTENT, Uplinks.CHUNKED)) {
            for (int units : PACKET_UNITS) {
                CpiSettings settings = CpiSettings.over(link())
                        .uplink(uplink)
                        .packetUnits(units)
                        .seed(seed)
                        .build();
                int bytes = units * SET_BYTES;
                runs.add(new PlannedRun(
                        uplink + "-" + bytes,
                        settings,
                        new Load.Rate(bytes * PACKETS_PER_SECOND),
                        (long) bytes * PACKETS));
            }
        }
        return runs;
    }

    /** What was counted beside what the model says. */
    public static List<WireFinding> compare(CpiFindings findings) {
        return findings.results().stream().map(WireFinding::of).toList();
    }
}

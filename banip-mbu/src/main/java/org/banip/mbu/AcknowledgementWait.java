package org.banip.mbu;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.SpoolSettings;

/** How long acknowledgements may wait for others if the app does not say it. */
final class AcknowledgementWait {
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final int FEWEST_PACKETS = 1_024;
    private static final long FEWEST_BYTES = 1 << 20;

    private AcknowledgementWait() {}

    /** The shortest latency bound, at most 1 s; zero if the spool is so small that packets that wait for an acknowledgement might fill it. */
    static Duration of(List<SensorGroup> groups, SpoolSettings spool) {
        if (spool.maxPackets() < FEWEST_PACKETS || spool.maxBytes() < FEWEST_BYTES) {
            return Duration.ZERO;
        }
        return groups.stream()
                .map(SensorGroup::latencyBound)
                .filter(bound -> bound.compareTo(LONGEST) < 0)
                .min(Duration::compareTo)
                .orElse(LONGEST);
    }
}

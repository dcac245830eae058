package org.banip.measure.compression;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.SensorGroup;

/** Length of the signal in a packet. */
enum PacketLength {
    /** A tenth of a second. */
    TENTH("0.1 s", Duration.ofMillis(100)),
    /** Half a second. */
    HALF("0.5 s", Duration.ofMillis(500)),
    /** Two seconds. */
    TWO("2 s", Duration.ofSeconds(2)),
    /** The packets of the system of 2003: 135 units of 30 bytes. */
    BYTES_4050("4050 B", Duration.ZERO),
    /** The whole recording. */
    WHOLE("whole", Duration.ZERO);

    /** All but the whole recording. */
    static final List<PacketLength> PACKETS = List.of(TENTH, HALF, TWO, BYTES_4050);

    private static final int BYTES = 4050;

    private final String label;
    private final Duration time;

    PacketLength(String label, Duration time) {
        this.label = label;
        this.time = time;
    }

    String label() {
        return label;
    }

    /** Number of sensor sets, at least 1. */
    int units(SensorGroup group) {
        if (this == WHOLE) {
            return Integer.MAX_VALUE;
        }
        if (this == BYTES_4050) {
            return Math.max(1, BYTES / group.setBytes());
        }
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, group.frequency().unitAtOrAfter(time.toNanos())));
    }
}

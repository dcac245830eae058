package org.banip.transcoders.packetizer;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/**
 * A configured packetizer.
 *
 * @param units maximum number of sensor sets in a packet
 * @param holdNanos a packet spans less sampling time than this, except in slow groups; 0 for no limit
 * @param adaptive whether packets may end earlier, as the link allows; half of the group's latency bound takes the place of {@code holdNanos}
 */
record Packetizer(int units, long holdNanos, boolean adaptive) implements Transcoder {
    /** Maximum bytes of sensor sets in a packet. A single sensor set has at most 2 KiB. */
    static final int MAX_BYTES = 131_072;

    /** Shorter packets would save little time, and cost much: each wakes threads, and needs headers. */
    private static final long SHORTEST_NANOS = 100_000_000L;

    /** Packets that end by count and time alone. */
    Packetizer(int units, long holdNanos) {
        this(units, holdNanos, false);
    }

    /** Packets whose length adapts to the link. */
    static Packetizer adaptive(int units) {
        return new Packetizer(units, 0, true);
    }

    /** How many sensor sets of this group fill a packet, independent of time. */
    int unitsOf(SensorGroup group) {
        return Math.max(1, Math.min(units, MAX_BYTES / group.setBytes()));
    }

    /**
     * The maximum sampling time of a packet of this group: {@link #holdNanos}. If each sensor set would get a packet of its own then, and half
     * the group's latency bound is longer, that half.
     */
    long holdNanosOf(SensorGroup group) {
        if (adaptive) {
            return group.latencyBound().toNanos() / 2;
        }
        boolean alone = holdNanos > 0 && group.frequency().nanosOfUnit(1) >= holdNanos;
        return alone ? Math.max(holdNanos, group.latencyBound().toNanos() / 2) : holdNanos;
    }

    /** The sampling time after which a packet of this group may end. */
    long earliestNanosOf(SensorGroup group) {
        long longest = holdNanosOf(group);
        return adaptive ? Math.min(SHORTEST_NANOS, longest) : longest;
    }

    @Override
    public boolean decodes(SensorGroup group, Transcoder other) {
        return other instanceof Packetizer;
    }

    @Override
    public String senderParameters() {
        return "units, hold";
    }

    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new PacketizerEncoder(this, group);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new PacketizerDecoder(group);
    }

    /** Its output is its input. */
    @Override
    public long packetBytes(SensorGroup group, int length) {
        return 0;
    }

    @Override
    public boolean takesSensorSets() {
        return true;
    }

    @Override
    public boolean yieldsSensorSets() {
        return true;
    }
}

package org.banip.transcoders.packetizer;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/**
 * A configured packetizer.
 *
 * @param units most sensor sets in a packet
 * @param holdNanos a packet spans less sampling time than this, except in slow groups; 0 for no limit
 */
record Packetizer(int units, long holdNanos) implements Transcoder {
    /** Most bytes of sensor sets in a packet; a single sensor set is at most 2 KiB. */
    static final int MAX_BYTES = 131_072;

    /** How many sensor sets of this group fill a packet, whatever the time. */
    int unitsOf(SensorGroup group) {
        return Math.max(1, Math.min(units, MAX_BYTES / group.setBytes()));
    }

    /**
     * How much sampling time a packet of this group may span: {@link #holdNanos}; half the group's latency bound where that is longer and
     * the hold would leave each sensor set a packet of its own.
     */
    long holdNanosOf(SensorGroup group) {
        boolean alone = holdNanos > 0 && group.frequency().nanosOfUnit(1) >= holdNanos;
        return alone ? Math.max(holdNanos, group.latencyBound().toNanos() / 2) : holdNanos;
    }

    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new PacketizerEncoder(this, group);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new PacketizerDecoder(group);
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

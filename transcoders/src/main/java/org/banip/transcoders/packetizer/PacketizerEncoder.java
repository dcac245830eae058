package org.banip.transcoders.packetizer;

import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/**
 * Fills packets. The last unit of a packet is known when its first unit arrives. So the packet leaves with its last unit, and does not wait for a
 * later one.
 */
final class PacketizerEncoder implements Encoder {
    private final Frequency frequency;
    private final int setBytes;
    private final int units;
    private final long holdNanos;
    private final long earliestNanos;

    private final Tally tally = new Tally();
    private final Block packet = new Block(1024);
    private long endUnit;

    PacketizerEncoder(Packetizer settings, SensorGroup group) {
        frequency = group.frequency();
        setBytes = group.setBytes();
        units = settings.unitsOf(group);
        holdNanos = settings.holdNanosOf(group);
        earliestNanos = settings.earliestNanosOf(group);
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        if (!continuedBy(block)) {
            flush(next);
        }
        int taken = 0;
        while (taken < block.unitCount()) {
            if (packet.unitCount() == 0) {
                begin(block, taken);
            }
            int count = (int) Math.min(block.unitCount() - taken, endUnit - nextUnit());
            packet.append(block.bytes(), taken * setBytes, count * setBytes);
            packet.describe(packet.originNanos(), packet.firstUnit(), packet.unitCount() + count);
            taken += count;
            if (nextUnit() == endUnit) {
                flush(next);
            }
        }
    }

    private boolean continuedBy(Block block) {
        return !block.key() && block.originNanos() == packet.originNanos() && block.firstUnit() == nextUnit();
    }

    private void begin(Block block, int taken) {
        long firstUnit = block.firstUnit() + taken;
        packet.describe(block.originNanos(), firstUnit, 0);
        packet.key(block.key() && taken == 0);
        endUnit = endOf(firstUnit, holdNanos);
    }

    private long endOf(long firstUnit, long nanos) {
        if (nanos == 0) {
            return firstUnit + units;
        }
        long end = frequency.unitAtOrAfter(frequency.nanosOfUnit(firstUnit) + nanos);
        return Math.max(firstUnit + 1, Math.min(firstUnit + units, end));
    }

    @Override
    public long packetEnd(long unit) {
        return continuedAt(unit) ? endUnit : endOf(unit, holdNanos);
    }

    @Override
    public long earliestPacketEnd(long unit) {
        return endOf(continuedAt(unit) ? packet.firstUnit() : unit, earliestNanos);
    }

    private boolean continuedAt(long unit) {
        return packet.unitCount() > 0 && unit == nextUnit();
    }

    private long nextUnit() {
        return packet.firstUnit() + packet.unitCount();
    }

    @Override
    public void flush(BlockSink next) {
        if (packet.unitCount() == 0) {
            return;
        }
        tally.out(packet);
        try {
            next.accept(packet);
        } finally {
            packet.clear();
        }
    }

    @Override
    public long flushDueNanos() {
        if (packet.unitCount() == 0 || holdNanos == 0) {
            return NO_FLUSH;
        }
        return packet.originNanos() + frequency.nanosOfUnit(packet.firstUnit()) + holdNanos;
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}

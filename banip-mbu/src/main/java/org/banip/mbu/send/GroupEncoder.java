package org.banip.mbu.send;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.mbu.spool.SpoolLog;

/** One group's way through its chain into the spool. Belongs to the encoding thread. */
final class GroupEncoder implements AutoCloseable {
    private final int group;
    private final SensorGroup description;
    private final ChainEncoder encoder;
    private final SignalClock signal;
    private final SpoolLog spool;
    private final GapListener gaps;
    private final BlockSink intoSpool = this::put;

    // What the chain holds back: from a unit of a sampling grid on, up to the last one that it was given.
    private boolean seen;
    private boolean holds;
    private long heldOriginNanos;
    private long heldUnit;
    private long nextUnit;

    GroupEncoder(
            int group,
            SensorGroup description,
            ChainEncoder encoder,
            SignalClock signal,
            SpoolLog spool,
            GapListener gaps) {
        this.group = group;
        this.description = description;
        this.encoder = encoder;
        this.signal = signal;
        this.spool = spool;
        this.gaps = gaps;
    }

    void encode(Block sets, long nowNanos) {
        long last = sets.firstUnit() + sets.unitCount() - 1;
        signal.seen(instantOf(sets, last), instantOf(sets, last + 1), nowNanos);
        restartIfAsked();
        if (!holds || sets.originNanos() != heldOriginNanos) {
            heldUnit = sets.firstUnit();
        }
        holds = true;
        seen = true;
        heldOriginNanos = sets.originNanos();
        nextUnit = last + 1;
        encoder.encode(sets, intoSpool);
    }

    private long instantOf(Block sets, long unit) {
        return sets.originNanos() + description.frequency().nanosOfUnit(unit);
    }

    void flush() {
        restartIfAsked();
        encoder.flush(intoSpool);
        holds = false;
    }

    private void restartIfAsked() {
        if (spool.takeRestart(group)) {
            encoder.restart();
        }
    }

    /**
     * How long until a flush is due; very long if nothing is held back, or its time is not known. A chain that holds sensor sets back for a
     * time never holds them longer than the group's latency bound.
     */
    long nanosUntilFlush(long nowNanos) {
        long due = encoder.flushDueNanos();
        if (due == Encoder.NO_FLUSH) {
            return Long.MAX_VALUE;
        }
        if (holds) {
            long heldNanos = heldOriginNanos + description.frequency().nanosOfUnit(heldUnit);
            due = Math.min(due, heldNanos + description.latencyBound().toNanos());
        }
        return signal.nanosUntil(due, nowNanos);
    }

    /** How many more units make a packet; 1 before the first one. */
    int unitsToPacket() {
        return seen ? (int) Math.min(Integer.MAX_VALUE, encoder.packetEnd(nextUnit) - nextUnit) : 1;
    }

    /** How long until the packet that comes next should be whole; very long if that is not known, and not above zero if it is late. */
    long nanosUntilPacketIsLate(long nowNanos) {
        if (!seen) {
            return Long.MAX_VALUE;
        }
        long end = heldOriginNanos + description.frequency().nanosOfUnit(encoder.packetEnd(nextUnit));
        return signal.nanosUntil(end, nowNanos);
    }

    private void put(Block block) {
        if (block.originNanos() == heldOriginNanos) {
            heldUnit = block.firstUnit() + block.unitCount();
            holds = heldUnit < nextUnit;
        }
        byte[] payload = Arrays.copyOf(block.bytes(), block.length());
        spool.put(group, block.originNanos(), block.firstUnit(), block.unitCount(), block.key(), payload)
                .ifPresent(gaps::declared);
    }

    @Override
    public void close() {
        encoder.close();
    }
}

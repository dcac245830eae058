package org.banip.mbu.send;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.mbu.spool.Spool;

/**
 * One group's way through its chain into the spool. Belongs to the encoding thread.
 *
 * <p>A flush that is due between two units happens between them, whenever they are encoded: the packets of a group do not depend
 * on how late a thread is, nor on the speed.
 */
final class GroupEncoder implements AutoCloseable {
    private final int group;
    private final SensorGroup description;
    private final int setBytes;
    private final ChainEncoder encoder;
    private final SignalClock signal;
    private final Spool spool;
    private final GapListener gaps;
    private final BlockSink intoSpool = this::put;
    private final Block part = new Block(1024);

    GroupEncoder(
            int group,
            SensorGroup description,
            ChainEncoder encoder,
            SignalClock signal,
            Spool spool,
            GapListener gaps) {
        this.group = group;
        this.description = description;
        this.encoder = encoder;
        this.signal = signal;
        this.spool = spool;
        this.gaps = gaps;
        setBytes = description.setBytes();
    }

    void encode(Block sets, long nowNanos) {
        long last = sets.firstUnit() + sets.unitCount() - 1;
        signal.seen(instantOf(sets, last), instantOf(sets, last + 1), nowNanos);
        int done = 0;
        while (done < sets.unitCount()) {
            int units = untilFlush(sets, done);
            if (units == 0) {
                flush();
                units = Math.max(1, untilFlush(sets, done));
            }
            encode(sets, done, units);
            done += units;
        }
    }

    private long instantOf(Block sets, long unit) {
        return sets.originNanos() + description.frequency().nanosOfUnit(unit);
    }

    /** How many units, from one on, lie before the instant at which a flush is due; all if there is none. */
    private int untilFlush(Block sets, int from) {
        long due = encoder.flushDueNanos();
        int left = sets.unitCount() - from;
        if (due == Encoder.NO_FLUSH) {
            return left;
        }
        long firstAfter = description.frequency().unitAtOrAfter(due - sets.originNanos());
        return (int) Math.max(0, Math.min(left, firstAfter - (sets.firstUnit() + from)));
    }

    private void encode(Block sets, int from, int units) {
        restartIfAsked();
        if (units == sets.unitCount()) {
            encoder.encode(sets, intoSpool);
            return;
        }
        part.clear();
        part.append(sets.bytes(), from * setBytes, units * setBytes);
        part.describe(sets.originNanos(), sets.firstUnit() + from, units);
        encoder.encode(part, intoSpool);
    }

    void flush() {
        restartIfAsked();
        encoder.flush(intoSpool);
    }

    private void restartIfAsked() {
        if (spool.takeRestart(group)) {
            encoder.restart();
        }
    }

    /** How long until a flush is due; very long if nothing is held back, or its time is not known. */
    long nanosUntilFlush(long nowNanos) {
        long due = encoder.flushDueNanos();
        return due == Encoder.NO_FLUSH ? Long.MAX_VALUE : signal.nanosUntil(due, nowNanos);
    }

    private void put(Block block) {
        byte[] payload = Arrays.copyOf(block.bytes(), block.length());
        spool.put(group, block.originNanos(), block.firstUnit(), block.unitCount(), block.key(), payload)
                .ifPresent(gaps::declared);
    }

    @Override
    public void close() {
        encoder.close();
    }
}

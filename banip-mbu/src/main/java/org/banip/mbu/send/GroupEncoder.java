package org.banip.mbu.send;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.mbu.spool.Spool;

/** One group's way through its chain into the spool. Belongs to the encoding thread. */
final class GroupEncoder implements AutoCloseable {
    private final int group;
    private final SensorGroup description;
    private final ChainEncoder encoder;
    private final SignalClock signal;
    private final Spool spool;
    private final GapListener gaps;
    private final BlockSink intoSpool = this::put;

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
    }

    void encode(Block sets, long nowNanos) {
        long last = sets.firstUnit() + sets.unitCount() - 1;
        signal.seen(instantOf(sets, last), instantOf(sets, last + 1), nowNanos);
        restartIfAsked();
        encoder.encode(sets, intoSpool);
    }

    private long instantOf(Block sets, long unit) {
        return sets.originNanos() + description.frequency().nanosOfUnit(unit);
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

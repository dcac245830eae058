package org.banip.app.demo;

import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.store.SensorSetDigest;

/** Counts and digests the stored sensor sets of one group. One thread. */
final class StoredCounts implements RecordingVisitor {
    private final int number;
    private final SensorSetDigest digest;
    private long packets;
    private long gaps;
    private long damaged;

    StoredCounts(int number, SensorSetDigest digest) {
        this.number = number;
        this.digest = digest;
    }

    @Override
    public void sets(Block block) {
        packets++;
        digest.update(number, block);
    }

    @Override
    public void gap(Gap gap) {
        gaps += gap.isRetirement() ? 0 : 1;
    }

    @Override
    public void damaged(BanipException cause) {
        damaged++;
    }

    long packets() {
        return packets;
    }

    long gaps() {
        return gaps;
    }

    long damaged() {
        return damaged;
    }
}

package org.banip.measure.delivery;

import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;

/** Counts and digests what is read back from the store. One thread at a time. */
public final class StoredDigest implements StoredGroup.Sink {
    private final UnitDigest digest;
    private long packets;
    private long gaps;

    /** Of nothing yet. */
    public StoredDigest(StoredGroup stored) {
        digest = new UnitDigest(stored.group());
    }

    @Override
    public void units(Block sets) {
        packets++;
        digest.add(sets.bytes(), 0, sets.unitCount(), sets.originNanos(), sets.firstUnit());
    }

    @Override
    public void gap(Gap gap) {
        gaps++;
    }

    /** Of all sensor sets read. */
    public UnitDigest digest() {
        return digest;
    }

    /** Packets read. */
    public long packets() {
        return packets;
    }

    /** Declared gaps read. */
    public long gaps() {
        return gaps;
    }
}

package org.banip.mbu.spool;

import java.util.Optional;
import java.util.UUID;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/** Keeps nothing: for a spool in memory. */
final class NoJournal implements SpoolJournal {
    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public boolean isResumed() {
        return false;
    }

    @Override
    public Optional<Kept.End> resumedAt(int group) {
        return Optional.empty();
    }

    @Override
    public void forget() {}

    @Override
    public void close() {}

    @Override
    public Kept takeKept() {
        return Kept.NOTHING;
    }

    @Override
    public void addGroup(int group, String document) {}

    @Override
    public long put(Sequenced item, long putNanos) {
        return NOWHERE;
    }

    @Override
    public long move(Packet there, long putNanos, int from, long sequence) {
        return NOWHERE;
    }

    @Override
    public byte[] payload(long place) {
        throw new IllegalStateException("nothing is kept");
    }

    @Override
    public void sends(int group, long before) {}

    @Override
    public void back(int group, long nanos) {}

    @Override
    public void released(int group, long before) {}

    @Override
    public void commit() {}

    @Override
    public long crowded(long bytes) {
        return NOWHERE;
    }

    @Override
    public void emptied(long file) {}

    @Override
    public void begin(UUID session) {}

    @Override
    public void begun() {}
}

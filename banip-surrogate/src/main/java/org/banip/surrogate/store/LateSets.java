package org.banip.surrogate.store;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.jspecify.annotations.Nullable;

/** Reads the sensor sets of a group that has what is late of another one, packet by packet. One thread at a time. */
final class LateSets implements AutoCloseable {
    private static final int READ_AT_ONCE = 256;

    private final StoredRecording recording;
    private final int group;
    private final long end;
    private final ChainDecoder decoder;
    private final ArrayDeque<Sequenced> read = new ArrayDeque<>();
    private final Block sets = new Block(1024);
    private boolean holds;
    /** The sequence number of the packet that it holds. */
    private long sequence;
    /** The number after the last item that was read. */
    private long next;
    /** The number of each grid's first packet; null: was not needed yet. */
    private @Nullable Map<Long, Long> firstOfGrids;

    /** From the beginning of a group to a sequence number. */
    LateSets(StoredRecording recording, int group, long end) {
        this.recording = recording;
        this.group = group;
        this.end = end;
        decoder = recording.newDecoder(group);
    }

    /** The sensor sets of the packet that comes next; null at the end. Tells the visitor what is damaged. */
    @Nullable
    Block peek(RecordingVisitor damage) {
        while (!holds && (!read.isEmpty() || readOn(damage))) {
            if (read.remove() instanceof Packet packet) {
                decode(packet, damage);
            }
        }
        return holds ? sets : null;
    }

    /** The next packet is done. */
    void take() {
        holds = false;
    }

    /** The sequence number of the packet that {@link #peek} returned. */
    long sequence() {
        return sequence;
    }

    /** The sequence number of the first packet of a grid among those that are not decoded yet; -1 if there is none. Reads them once. */
    long firstOf(long originNanos) {
        Map<Long, Long> grids = firstOfGrids;
        if (grids == null) {
            grids = grids();
            firstOfGrids = grids;
        }
        return grids.getOrDefault(originNanos, -1L);
    }

    private Map<Long, Long> grids() {
        Map<Long, Long> grids = new HashMap<>();
        read.forEach(item -> note(item, grids));
        long from = next;
        while (from < end) {
            try {
                recording.store().read(recording.interconnect(), group, from, item -> {
                    note(item, grids);
                    return item.nextSequence() < end;
                });
                from = end;
            } catch (DamagedItemException e) {
                from = e.resumeSequence();
            }
        }
        return grids;
    }

    private static void note(Sequenced item, Map<Long, Long> grids) {
        if (item instanceof Packet) {
            grids.putIfAbsent(item.originNanos(), item.sequence());
        }
    }

    private void decode(Packet packet, RecordingVisitor damage) {
        try {
            Block block = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
            sets.clear();
            sets.append(block.bytes(), 0, block.length());
            sets.describe(block.originNanos(), block.firstUnit(), block.unitCount());
            sequence = packet.sequence();
            holds = true;
        } catch (BanipException e) {
            damage.damaged(e);
        }
    }

    /** Reads some items; returns whether there were any. */
    private boolean readOn(RecordingVisitor damage) {
        while (read.isEmpty() && next < end) {
            long from = next;
            try {
                recording.store().read(recording.interconnect(), group, from, item -> {
                    if (item.sequence() < end) {
                        read.add(item);
                        next = item.nextSequence();
                    }
                    return item.sequence() < end && read.size() < READ_AT_ONCE;
                });
                if (next == from) {
                    return false;
                }
            } catch (DamagedItemException e) {
                if (read.isEmpty()) {
                    decoder.lose();
                    damage.damaged(e);
                    next = e.resumeSequence();
                }
            }
        }
        return !read.isEmpty();
    }

    @Override
    public void close() {
        decoder.close();
    }
}

package org.banip.surrogate.subscriber;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.banip.core.ban.SampleLayout;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.store.DamagedItemException;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/** Reads one group of a session back from the store, decoded, from any sequence number on. One thread at a time. */
public final class StoredGroup {
    /** What is found, in sequence order. */
    public interface Found {
        /** The sensor sets of a packet. */
        void data(SensorData data);

        /** A gap. */
        void gap(Gap gap);

        /** These items are stored, but are damaged or do not decode. */
        void unreadable(int group, long items, BanipException cause);
    }

    private final Store store;
    private final InterconnectRecord record;
    private final SurrogateDescription surrogate;
    private final int group;
    private final TranscodingChain chain;
    private final SampleLayout layout;
    private long position;

    /** Nothing is read yet. */
    public StoredGroup(
            Store store, Transcoders known, InterconnectRecord record, SurrogateDescription surrogate, int group) {
        this.store = store;
        this.record = record;
        this.surrogate = surrogate;
        this.group = group;
        chain = TranscodingChain.parse(record.chains().get(group), known);
        layout = new SampleLayout(surrogate.ban().groups().get(group));
    }

    /**
     * Hands on what is stored from one number up to another, each item once.
     *
     * @param over whether to break off
     * @return the number after what was handed on
     * @throws BanipException {@code STORAGE_UNAVAILABLE}; {@link #position} says how far it came
     */
    public long read(long from, long until, BooleanSupplier over, Found found) {
        position = from;
        long next = store.lastKeyPacket(record, group, from).orElse(from);
        try (ChainDecoder decoder = chain.newDecoder(record.ban(), group)) {
            while (next < until && !over.getAsBoolean()) {
                next = readOn(next, until, over, decoder, found);
            }
        }
        return position;
    }

    /** The number after what was handed on. */
    long position() {
        return position;
    }

    /** Where it can be read on after damage; beyond any number if there was none. */
    private long readOn(long from, long until, BooleanSupplier over, ChainDecoder decoder, Found found) {
        try {
            store.read(record, group, from, item -> {
                if (item.sequence() >= until || over.getAsBoolean()) {
                    return false;
                }
                visit(item, decoder, found);
                return true;
            });
            return Long.MAX_VALUE;
        } catch (DamagedItemException e) {
            decoder.lose();
            unreadable(e.resumeSequence(), e, found);
            return e.resumeSequence();
        }
    }

    private void visit(Sequenced item, ChainDecoder decoder, Found found) {
        boolean wanted = item.nextSequence() > position;
        if (item instanceof Packet packet) {
            Block block;
            try {
                block = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
            } catch (BanipException e) {
                decoder.lose();
                unreadable(item.nextSequence(), e, found);
                return;
            }
            if (wanted) {
                position = item.nextSequence();
                byte[] sets = Arrays.copyOf(block.bytes(), block.length());
                found.data(new SensorData(surrogate, packet.header(), layout, sets, 0));
            }
        } else if (wanted) {
            position = item.nextSequence();
            found.gap((Gap) item);
        }
    }

    private void unreadable(long next, BanipException cause, Found found) {
        if (next > position) {
            long items = next - position;
            position = next;
            found.unreadable(group, items, cause);
        }
    }
}

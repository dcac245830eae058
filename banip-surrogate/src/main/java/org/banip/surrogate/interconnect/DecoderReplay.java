package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.store.DamagedItemException;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Restores a decoder's state: decodes the end of a group's record again, from the last key packet on. Nothing is delivered or stored by this.
 * Reads the store, so only a worker may call it.
 */
final class DecoderReplay {
    private static final Logger LOG = ServerLog.of(DecoderReplay.class);

    /**
     * Where a group's record ends.
     *
     * @param decoder in step with the record's end, unless only a key packet can follow
     * @param next the sequence number expected next
     * @param last what the record ends with, if that is known
     */
    record Restored(
            ChainDecoder decoder, long next, @Nullable Sequenced last) {}

    private final Store store;
    private final InterconnectRecord record;
    private final String id;

    DecoderReplay(Store store, InterconnectRecord record, String id) {
        this.store = store;
        this.record = record;
        this.id = id;
    }

    /**
     * A new decoder for a group.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE}
     */
    Restored restore(int index, TranscodingChain chain, long next) {
        SensorGroup group = record.ban().groups().get(index);
        ChainDecoder decoder = chain.newDecoder(group);
        try {
            return new Restored(decoder, next, decodeFromLastKey(index, decoder));
        } catch (RuntimeException e) {
            decoder.close();
            throw e;
        }
    }

    /** New decoders for all groups, or none. */
    List<Restored> restoreAll(List<TranscodingChain> chains, long[] next) {
        List<Restored> all = new ArrayList<>();
        try {
            for (int group = 0; group < next.length; group++) {
                all.add(restore(group, chains.get(group), next[group]));
            }
            return all;
        } catch (RuntimeException e) {
            all.forEach(restored -> restored.decoder().close());
            throw e;
        }
    }

    private @Nullable Sequenced decodeFromLastKey(int index, ChainDecoder decoder) {
        Optional<Long> from = store.lastKeyPacket(record, index);
        @Nullable Sequenced last = null;
        while (from.isPresent()) {
            EndOfRecord end = new EndOfRecord(decoder);
            try {
                store.read(record, index, from.get(), end);
                from = Optional.empty();
                last = end.last;
            } catch (DamagedItemException e) {
                LOG.error("{}: {}", id, e.getMessage());
                decoder.lose();
                from = Optional.of(e.resumeSequence());
            }
        }
        return last;
    }

    /** Decodes what it visits, and keeps the last of it. */
    private final class EndOfRecord implements Store.SequencedVisitor {
        private final ChainDecoder decoder;
        private @Nullable Sequenced last;

        EndOfRecord(ChainDecoder decoder) {
            this.decoder = decoder;
        }

        @Override
        public boolean visit(Sequenced item) {
            last = item;
            if (item instanceof Packet packet) {
                decode(decoder, packet);
            } else if (((Gap) item).sequenceCount() > 1) {
                decoder.lose();
            }
            return true;
        }
    }

    private void decode(ChainDecoder decoder, Packet packet) {
        try {
            decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
        } catch (BanipException e) {
            decoder.lose();
            LOG.error("{}: stored {}", id, e.getMessage());
        }
    }
}

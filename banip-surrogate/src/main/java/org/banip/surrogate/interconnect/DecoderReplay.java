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
 * Restores a decoder's state: decodes the end of a group's record again, from the last key packet on. Nothing is delivered or stored by this, but
 * the signal counts against the identity's quota, as if it had been sent again. Reads the store, so only a worker for replays may call it.
 */
final class DecoderReplay {
    private static final Logger LOG = ServerLog.of(DecoderReplay.class);

    /**
     * Where a group's record ends.
     *
     * @param decoder in step with the record's end, unless only a key packet can follow
     * @param next the sequence number expected next
     * @param last what the record ends with, if that is known
     * @param longest the longest packet it decoded, of which it keeps buffers
     */
    record Restored(
            ChainDecoder decoder, long next, @Nullable Sequenced last, int longest) {}

    private final Store store;
    private final Quotas quotas;
    private final InterconnectRecord record;
    private final double bytesPerSecond;
    private final String id;

    DecoderReplay(HostParts parts, InterconnectRecord record, String id) {
        store = parts.store();
        quotas = parts.quotas();
        this.record = record;
        this.id = id;
        bytesPerSecond = Quotas.bytesPerSecond(record.ban());
    }

    /**
     * A new decoder for a group.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE}
     */
    Restored restore(int index, TranscodingChain chain, long next) {
        SensorGroup group = record.ban().groups().get(index);
        ChainDecoder decoder = chain.newDecoder(record.ban(), index);
        EndOfRecord end = new EndOfRecord(decoder, group);
        try {
            if (next > 0) {
                decodeFromLastKey(index, next, end);
            }
            return new Restored(decoder, next, end.last, end.longest);
        } catch (RuntimeException e) {
            decoder.close();
            throw e;
        } finally {
            quotas.takeSignal(record.identity(), end.sensorBytes / bytesPerSecond);
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

    /** Without a key packet, the last item alone tells whether the group is retired. */
    private void decodeFromLastKey(int index, long next, EndOfRecord end) {
        Optional<Long> from = store.lastKeyPacket(record, index).or(() -> Optional.of(next - 1));
        while (from.isPresent()) {
            try {
                store.read(record, index, from.get(), end);
                from = Optional.empty();
            } catch (DamagedItemException e) {
                LOG.error("{}: {}", id, e.getMessage());
                end.lose();
                from = Optional.of(e.resumeSequence());
            }
        }
    }

    /** Decodes what it visits, and keeps the last of it. */
    private final class EndOfRecord implements Store.SequencedVisitor {
        private final ChainDecoder decoder;
        private final SensorGroup group;
        private @Nullable Sequenced last;
        private int longest;
        private long sensorBytes;

        EndOfRecord(ChainDecoder decoder, SensorGroup group) {
            this.decoder = decoder;
            this.group = group;
        }

        /** Items are missing behind the last one. */
        void lose() {
            decoder.lose();
            last = null;
        }

        @Override
        public boolean visit(Sequenced item) {
            last = item;
            if (item instanceof Packet packet) {
                longest = Math.max(longest, GroupReception.lengthOf(packet, group));
                sensorBytes += decode(decoder, packet);
            } else if (((Gap) item).sequenceCount() > 1) {
                decoder.lose();
            }
            return true;
        }
    }

    /** How many bytes of sensor sets came of it. */
    private int decode(ChainDecoder decoder, Packet packet) {
        try {
            return decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length)
                    .length();
        } catch (BanipException e) {
            decoder.lose();
            LOG.error("{}: stored {}", id, e.getMessage());
            return 0;
        }
    }
}

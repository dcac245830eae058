package org.banip.measure.delivery;

import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/** One group of a stored session, read back and decoded with its chain from the first packet to the last. */
public final class StoredGroup {
    private final Store store;
    private final InterconnectRecord interconnect;
    private final int number;
    private final Transcoders known;

    /** The group with this number in the session's description. */
    public StoredGroup(Store store, InterconnectRecord interconnect, int number, Transcoders known) {
        this.store = store;
        this.interconnect = interconnect;
        this.number = number;
        this.known = known;
    }

    /** What was measured. */
    public SensorGroup group() {
        return interconnect.ban().groups().get(number);
    }

    /** The agreed chain. */
    public String chain() {
        return interconnect.chains().get(number);
    }

    /**
     * Hands everything to the sink, in sequence order, without holding more than a packet.
     *
     * @throws org.banip.core.error.BanipException if the store cannot be read or an item is damaged
     */
    public void read(Sink sink) {
        TranscodingChain chain = TranscodingChain.parse(interconnect.chains().get(number), known);
        try (ChainDecoder decoder = chain.newDecoder(group())) {
            store.read(interconnect, number, 0, item -> {
                hand(item, decoder, sink);
                return true;
            });
        }
    }

    private static void hand(Sequenced item, ChainDecoder decoder, Sink sink) {
        if (item instanceof Packet packet) {
            byte[] payload = packet.payload();
            sink.units(decoder.decode(packet.header(), payload, 0, payload.length));
        } else if (item instanceof Gap gap) {
            if (gap.sequenceCount() > 1) {
                decoder.lose(); // in place of packets that were encoded: a key packet follows
            }
            sink.gap(gap);
        }
    }

    /** Takes what was stored. */
    public interface Sink {
        /** Takes the sensor sets of the next packet; the block is the caller's again when this returns. */
        void units(Block sets);

        /** Takes the declaration that sensor sets were given up. */
        void gap(Gap gap);
    }
}

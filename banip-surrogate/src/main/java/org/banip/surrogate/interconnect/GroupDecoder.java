package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.spi.Block;
import org.jspecify.annotations.Nullable;

/**
 * A group's decoder and its turn: the items that are decoded one after the other and handed on, and what came of them. The turn's lists are used
 * again and again, so a turn makes no objects. It belongs to the thread that decodes; while that has the turn {@linkplain DecodeTurns#settle
 * settled}, and between turns, to the interconnect's serial executor.
 */
final class GroupDecoder {
    /** A turn ends after this number of bytes of sensor sets, so that the rest of the host hears of them. */
    private static final int TURN_BYTES = 65_536;

    private static final long NONE = -1;
    private static final int FEW = 8;

    /** Where decoded items go. */
    interface Next {
        /** Whether the turn must end now. */
        boolean interrupted();

        /** Takes an item that is decoded; false if it has no room. */
        boolean store(Arrival arrival);
    }

    private final ReorderBuffer order;
    private ChainDecoder chain;
    /** What went on last; before that, what the record ended with, if it is known. */
    private volatile @Nullable Sequenced last;
    /** The number of the item that did not decode last. */
    private long refused = NONE;
    /** The item decoded last, and what it decoded to: waits here while the store has no room. */
    private @Nullable Sequenced decodedItem;

    private @Nullable Block decoded;
    private final DecodingCost cost = new DecodingCost();

    /** The items of the turn. */
    private List<Arrival> arrivals = new ArrayList<>();
    /** Of the items done, bytes of their sensor sets. */
    private int[] lengths = new int[FEW];
    /** Of the items done, the sensor sets themselves, if live subscribers want them. */
    private byte[] @Nullable [] copies = new byte[FEW] @Nullable [];

    private boolean live;
    private int done;
    /** Why the next item did not decode. */
    private @Nullable BanipException refusal;
    /** Whether the store had no room for the next item. */
    private boolean full;

    /** Decodes what waits in {@code order}. */
    GroupDecoder(ReorderBuffer order, DecoderReplay.Restored restored) {
        this.order = order;
        chain = restored.decoder();
        last = restored.last();
    }

    // The thread that decodes.

    /** Decodes the items of the turn and hands each on, until the turn is over, one does not decode, or there is no room for it. */
    void decode(Next to) {
        int bytes = 0;
        while (done < arrivals.size() && bytes < TURN_BYTES && !to.interrupted()) {
            Arrival arrival = arrivals.get(done);
            try {
                decode(arrival.item());
            } catch (BanipException e) {
                refusal = e;
                return;
            }
            int length = decoded == null ? 0 : decoded.length();
            lengths[done] = length;
            copies[done] = live && decoded != null ? Arrays.copyOf(decoded.bytes(), length) : null;
            Sequenced before = last;
            // A body that begins later may refer to it.
            last = arrival.item();
            if (!to.store(arrival)) {
                last = before;
                full = true;
                return;
            }
            forgetDecoded();
            bytes += length;
            done++;
        }
    }

    /** Again and again the same item is decoded once. */
    private void decode(Sequenced item) {
        if (item == decodedItem) {
            return;
        }
        if (item instanceof Packet packet) {
            long begun = System.nanoTime();
            Block block = chain.decode(packet.header(), packet.payload(), 0, packet.payload().length);
            cost.measured(System.nanoTime() - begun, block.length());
            decoded = block;
        } else {
            passOver((Gap) item);
            decoded = null;
        }
        decodedItem = item;
    }

    /** After a gap in place of packets that were encoded, only a key packet can follow. */
    private void passOver(Gap gap) {
        if (gap.sequenceCount() > 1 || gap.sequence() == refused) {
            chain.lose();
        }
    }

    private void forgetDecoded() {
        decodedItem = null;
        decoded = null;
    }

    // The serial executor.

    /** Begins a turn of all that waits. */
    void begin(boolean wanted) {
        arrivals.clear();
        order.takeWaiting(arrivals);
        live = wanted;
        done = 0;
        refusal = null;
        full = false;
        if (lengths.length < arrivals.size()) {
            lengths = new int[arrivals.size() * 2];
            copies = new byte[lengths.length] @Nullable [];
        }
    }

    /** How many items of the turn are decoded and with the store. */
    int count() {
        return done;
    }

    Arrival arrival(int index) {
        return arrivals.get(index);
    }

    int length(int index) {
        return lengths[index];
    }

    byte @Nullable [] copy(int index) {
        return copies[index];
    }

    /** Items that were not done. */
    List<Arrival> rest() {
        return arrivals.subList(done, arrivals.size());
    }

    /** Why the first of the rest did not decode, if so. */
    @Nullable
    BanipException refusal() {
        return refusal;
    }

    /** Whether there was no room for the first of the rest. */
    boolean full() {
        return full;
    }

    /** Keeps nothing alive until the next turn. */
    void clear() {
        if (lengths.length > ReorderBuffer.MANY) {
            lengths = new int[FEW];
            copies = new byte[FEW] @Nullable [];
            arrivals = new ArrayList<>();
        } else {
            Arrays.fill(copies, 0, Math.min(copies.length, done + 1), null);
            arrivals.clear();
        }
        refusal = null;
    }

    /** Bytes of sensor sets to which what waits decodes. */
    long undecodedBytes() {
        return order.undecodedBytes();
    }

    /** How long it will take to decode what waits, by the dearest of the last packets. */
    long estimatedNanos() {
        return cost.estimatedNanos(order.undecodedBytes());
    }

    /** The item that goes on last, as far as it is known. Any thread. */
    @Nullable
    Sequenced last() {
        return last;
    }

    /** The last packet that went on, if no gap came after it: a new body may refer to it. */
    @Nullable
    PacketHeader lastPacket() {
        Sequenced newest = last;
        return newest instanceof Packet packet ? packet.header() : null;
    }

    /** What did not decode will come again. */
    void refused(long sequence) {
        refused = sequence;
        forgetDecoded();
    }

    /** The number of the item refused last. */
    long refused() {
        return refused;
    }

    /** Goes on where the record ends, with a decoder that was restored from it. */
    void restored(DecoderReplay.Restored restored) {
        chain.close();
        chain = restored.decoder();
        last = restored.last();
        forgetDecoded();
    }

    void close() {
        chain.close();
    }
}

package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.sequence.ReorderWindow;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.activation.GroupStatistics;
import org.jspecify.annotations.Nullable;

/** One group's place on the receive path: its window, its decoder, its counters. Guarded by the interconnect's lock. */
final class GroupLane {
    private static final long NONE = -1;

    private final SensorGroup group;
    private final TranscodingChain chain;
    private final SampleLayout layout;
    private final int windowSize;

    private final Map<Long, Arrival> early = new HashMap<>();
    /** Bytes of payload in {@code early}. */
    private long earlyBytes;

    private ReorderWindow window;
    private ChainDecoder decoder;
    /** What went on last; before that, what the record ended with, if it is known. */
    private @Nullable Sequenced last;

    private boolean outOfStep;
    private long refused = NONE;
    /** The item decoded last, and what it decoded to: waits here while the store has no room. */
    private @Nullable Sequenced decodedItem;

    private @Nullable Block decoded;

    private int decodedBytes;
    /** All before it went to the live subscribers; what the store lost and comes again does not go twice. */
    private long liveNext;

    private long packets;
    private long gaps;
    private long duplicates;
    private long units;
    private long payloadBytes;
    private long sensorBytes;
    private long latencyNanos;

    GroupLane(SensorGroup group, TranscodingChain chain, int windowSize, Priming.Primed primed) {
        this.group = group;
        this.chain = chain;
        this.windowSize = windowSize;
        layout = new SampleLayout(group);
        decoder = primed.decoder();
        last = primed.last();
        window = windowFrom(primed.next());
        liveNext = primed.next();
    }

    SensorGroup group() {
        return group;
    }

    TranscodingChain chain() {
        return chain;
    }

    SampleLayout layout() {
        return layout;
    }

    /** The last packet in order, if no gap came after it: a new body may refer to it. */
    @Nullable
    PacketHeader lastPacket() {
        return last instanceof Packet packet ? packet.header() : null;
    }

    /** The next number that goes on; what came early does not count. */
    long next() {
        return window.next();
    }

    /** Puts an arrival in order; hands on what is in order now. */
    void sequence(Arrival arrival, Consumer<Arrival> inOrder) {
        long number = arrival.item().sequence();
        boolean fresh = window.offer(arrival.item(), item -> inOrder.accept(arrivalOf(item, arrival)));
        if (!fresh) {
            return;
        }
        if (number >= window.next()) {
            Arrival replaced = early.put(number, arrival);
            earlyBytes += arrival.payloadBytes() - (replaced == null ? 0 : replaced.payloadBytes());
        }
        if (!early.isEmpty()) {
            // What a gap overruled was never handed on.
            early.values().removeIf(this::overruled);
        }
    }

    private boolean overruled(Arrival arrival) {
        boolean gone = arrival.item().sequence() < window.next();
        earlyBytes -= gone ? arrival.payloadBytes() : 0;
        return gone;
    }

    /** Bytes of payload that wait for earlier numbers. */
    long earlyBytes() {
        return earlyBytes;
    }

    /** Forgets what waits for earlier numbers: it was not acknowledged, so the MBU sends it again. */
    void dropEarly() {
        window.forgetWaiting();
        early.clear();
        earlyBytes = 0;
    }

    /** The most bytes that a packet decoded to: the decoder keeps buffers of this size. */
    int decodedBytes() {
        return decodedBytes;
    }

    private Arrival arrivalOf(Sequenced item, Arrival trigger) {
        Arrival waited = early.remove(item.sequence());
        if (waited != null) {
            earlyBytes -= waited.payloadBytes();
            if (waited.item() == item) {
                return waited;
            }
        }
        return new Arrival(item, trigger.from(), trigger.receivedNanos());
    }

    /** Whether its decoder must first be brought in step with the record. */
    boolean outOfStep() {
        return outOfStep;
    }

    /**
     * Decodes the next item in order; again and again the same one is decoded once.
     *
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET}
     */
    void decode(Sequenced item) {
        if (item == decodedItem) {
            return;
        }
        if (item instanceof Packet packet) {
            decoded = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
            decodedBytes = Math.max(decodedBytes, decoded.length());
        } else {
            passOver((Gap) item);
        }
        decodedItem = item;
    }

    /** After a gap in place of packets that were encoded, only a key packet can follow. */
    private void passOver(Gap gap) {
        if (gap.sequenceCount() > 1 || gap.sequence() == refused) {
            decoder.lose();
        }
        decoded = null;
    }

    /** Counts what was decoded and is on its way into the store; the sensor sets, or null if live subscribers must not get them. */
    @Nullable
    Block accepted(Arrival arrival) {
        Block block = decoded;
        decodedItem = null;
        decoded = null;
        last = arrival.item();
        if (arrival.item() instanceof Packet packet && block != null) {
            packets++;
            units += packet.header().unitCount();
            payloadBytes += packet.payload().length;
            sensorBytes += block.length();
            latencyNanos = arrival.receivedNanos() - lastInstant(packet.header());
        } else {
            gaps++;
        }
        boolean first = arrival.item().nextSequence() > liveNext;
        liveNext = Math.max(liveNext, arrival.item().nextSequence());
        return first ? block : null;
    }

    private long lastInstant(PacketHeader header) {
        return group.frequency().instantNanos(header.originNanos(), header.firstUnit() + header.unitCount() - 1);
    }

    /**
     * An item did not decode: it is expected again. What came after it, on whatever request, waits for it again, in a chain with
     * state from the next key packet on: what is before that is encoded anew if a gap takes the item's place. Such a chain needs
     * {@link #primed} before anything else.
     *
     * @param behind what was in order behind it
     */
    void refuse(Sequenced item, List<Arrival> behind) {
        List<Arrival> later = new ArrayList<>(behind);
        later.addAll(early.values());
        later.sort(Comparator.comparingLong(arrival -> arrival.item().sequence()));
        refused = item.sequence();
        expect(item.sequence());
        waitAgain(later);
        outOfStep = chain.stateful();
    }

    private void waitAgain(List<Arrival> later) {
        boolean sure = !chain.stateful();
        for (Arrival arrival : later) {
            Sequenced item = arrival.item();
            sure |= item instanceof Packet packet && packet.header().key();
            if (sure && item.sequence() > window.next() && item.sequence() - window.next() < windowSize) {
                sequence(arrival, inOrder -> {});
            }
        }
    }

    /** Brings the decoder in step with the record, which ends where the lane is. */
    void primed(Priming.Primed primed) {
        decoder.close();
        decoder = primed.decoder();
        decodedBytes = 0;
        last = primed.last();
        outOfStep = false;
        decodedItem = null;
        decoded = null;
    }

    /** Begins again where the record ends; nothing waits any more. */
    void restarted(Priming.Primed primed) {
        primed(primed);
        if (window.next() != primed.next()) {
            expect(primed.next());
        }
    }

    /** The number of the item refused last: the record must reach up to it before {@link #primed}. */
    long refused() {
        return refused;
    }

    private void expect(long next) {
        duplicates += window.duplicates();
        window = windowFrom(next);
        early.clear();
        earlyBytes = 0;
        decodedItem = null;
        decoded = null;
    }

    private ReorderWindow windowFrom(long next) {
        Sequenced before = last;
        return before != null && before.nextSequence() == next
                ? ReorderWindow.after(windowSize, before)
                : new ReorderWindow(windowSize, next);
    }

    void close() {
        decoder.close();
    }

    GroupStatistics statistics(long durableNext) {
        return new GroupStatistics(
                chain.toString(),
                packets,
                gaps,
                duplicates + window.duplicates(),
                units,
                payloadBytes,
                sensorBytes,
                window.waiting(),
                durableNext,
                window.next(),
                latencyNanos);
    }
}

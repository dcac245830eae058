package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.banip.surrogate.api.GroupStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Receives one sensor group: its reorder window, its decoder, its counters. Owned by the interconnect's serial executor, except for the
 * decoder: it belongs to the thread that {@linkplain #own owns} it, which decodes outside the executor.
 */
final class GroupReception {
    private static final long NONE = -1;
    /** What a byte of sensor sets takes to decode, as long as that was not measured; most chains take less. */
    private static final double FIRST_NANOS_PER_BYTE = 15;
    /** Packets over which the time is averaged. */
    private static final int SMOOTHING = 8;

    private final SensorGroup group;
    private final TranscodingChain chain;
    private final SampleLayout layout;
    private final int windowSize;

    private final Map<Long, Arrival> early = new HashMap<>();
    /** Bytes of payload in {@code early}. */
    private long earlyBytes;

    private ReorderWindow window;
    private ChainDecoder decoder;
    /** What went on last; before that, what the record ended with, if it is known. Written by the decoder's owner. */
    private volatile @Nullable Sequenced last;

    private @Nullable Sequenced beforeLast;

    /** Items in order that are not yet decoded. */
    private final DecodeQueue waiting;

    private boolean busy;
    private boolean closing;
    private double nanosPerByte = FIRST_NANOS_PER_BYTE;

    private boolean outOfStep;
    private long refused = NONE;
    /** The item decoded last, and what it decoded to: waits here while the store has no room. */
    private @Nullable Sequenced decodedItem;

    private @Nullable Block decoded;

    private volatile int decodedBytes;
    /** All before it went to the live subscribers; what the store lost and comes again does not go twice. */
    private long liveNext;

    private long packets;
    private long gaps;
    private long duplicates;
    private long units;
    private long payloadBytes;
    private long sensorBytes;
    private long latencyNanos;

    GroupReception(SensorGroup group, TranscodingChain chain, int windowSize, DecoderReplay.Restored restored) {
        this.group = group;
        this.chain = chain;
        this.windowSize = windowSize;
        layout = new SampleLayout(group);
        waiting = new DecodeQueue(group.setBytes());
        decoder = restored.decoder();
        last = restored.last();
        window = windowFrom(restored.next());
        liveNext = restored.next();
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
        Sequenced newest = last;
        return newest instanceof Packet packet ? packet.header() : null;
    }

    /** The next number that goes on; what came early does not count. */
    long next() {
        return window.next();
    }

    /** Puts an arrival in order; what is in order now waits to be decoded. False if it is a duplicate. */
    boolean sequence(Arrival arrival) {
        long number = arrival.item().sequence();
        boolean fresh = window.offer(arrival.item(), item -> waiting.add(arrivalOf(item, arrival)));
        if (fresh && number >= window.next()) {
            Arrival replaced = early.put(number, arrival);
            earlyBytes += arrival.payloadBytes() - (replaced == null ? 0 : replaced.payloadBytes());
        }
        if (!early.isEmpty()) {
            // What a gap overruled was never handed on.
            early.values().removeIf(this::overruled);
        }
        return fresh;
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

    /** Bytes of payload that are in order and not yet in the store. */
    long waitingBytes() {
        return waiting.bytes();
    }

    /** Whether its owner should begin to decode: something waits, nobody is at it, and the decoder is in step. */
    boolean ready() {
        return !busy && !outOfStep && !waiting.isEmpty();
    }

    /** Whether some thread decodes it now. */
    boolean busy() {
        return busy;
    }

    /** From here on the calling thread owns the decoder, until {@link #release}. */
    void own() {
        busy = true;
    }

    /** The decoder has no owner any more; closed meanwhile, it is closed now. */
    void release() {
        busy = false;
        if (closing) {
            decoder.close();
        }
    }

    /** How long it will take to decode what waits, as measured so far. */
    long estimatedNanos() {
        return (long) (waiting.decodedBytes() * nanosPerByte);
    }

    /** All that waits, in order; the owner must say with {@link #accepted} or {@link #putBack} what became of it. */
    void takeWaiting(List<Arrival> into) {
        waiting.takeAll(into);
    }

    /** Whether something waits to be decoded. */
    boolean waits() {
        return !waiting.isEmpty();
    }

    /** These could not go on; they are the next that wait. */
    void putBack(List<Arrival> arrivals) {
        waiting.putBack(arrivals);
    }

    /** Forgets what waits, and these. */
    void dropWaiting(List<Arrival> taken) {
        List<Arrival> all = new ArrayList<>(taken);
        waiting.takeAll(all);
        all.forEach(waiting::settled);
    }

    /**
     * Decodes the next item in order; again and again the same one is decoded once. For the owner, outside the serial executor.
     *
     * @return the sensor sets, or null for a gap
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET}
     */
    @Nullable
    Block decode(Sequenced item) {
        if (item == decodedItem) {
            return decoded;
        }
        if (item instanceof Packet packet) {
            long begun = System.nanoTime();
            decoded = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
            measure(System.nanoTime() - begun, decoded.length());
            decodedBytes = Math.max(decodedBytes, decoded.length());
        } else {
            passOver((Gap) item);
        }
        decodedItem = item;
        return decoded;
    }

    private void measure(long nanos, int bytes) {
        nanosPerByte += (nanos / (double) Math.max(1, bytes) - nanosPerByte) / SMOOTHING;
    }

    /** After a gap in place of packets that were encoded, only a key packet can follow. */
    private void passOver(Gap gap) {
        if (gap.sequenceCount() > 1 || gap.sequence() == refused) {
            decoder.lose();
        }
        decoded = null;
    }

    /** The item is about to go into the store: a body that begins later may refer to it. For the owner. */
    void offering(Sequenced item) {
        beforeLast = last;
        last = item;
    }

    /** The store had no room for it. For the owner. */
    void notOffered() {
        last = beforeLast;
    }

    /** The store took it. For the owner. */
    void offered() {
        decodedItem = null;
        decoded = null;
    }

    /**
     * Counts what was decoded and is on its way into the store.
     *
     * @param length bytes of its sensor sets
     */
    void accepted(Arrival arrival, int length) {
        waiting.settled(arrival);
        if (arrival.item() instanceof Packet packet) {
            packets++;
            units += packet.header().unitCount();
            payloadBytes += packet.payload().length;
            sensorBytes += length;
            latencyNanos = arrival.receivedNanos() - lastInstant(packet.header());
        } else {
            gaps++;
        }
    }

    /** Asked once for each accepted item: whether live subscribers have not yet got it. */
    boolean isNewToSubscribers(Sequenced item) {
        boolean first = item.nextSequence() > liveNext;
        liveNext = Math.max(liveNext, item.nextSequence());
        return first;
    }

    private long lastInstant(PacketHeader header) {
        return group.frequency().instantNanos(header.originNanos(), header.firstUnit() + header.unitCount() - 1);
    }

    /**
     * An item did not decode: it is expected again. What came after it, on whatever request, waits for it again, in a chain with
     * state from the next key packet on: what is before that is encoded anew if a gap takes the item's place. Such a chain needs
     * {@link #restored} before anything else.
     *
     * @param undecodable what did not decode
     * @param behind what was taken to be decoded behind it
     */
    void refuse(Arrival undecodable, List<Arrival> behind) {
        Sequenced item = undecodable.item();
        waiting.settled(undecodable);
        List<Arrival> later = new ArrayList<>(behind);
        waiting.takeAll(later);
        later.forEach(waiting::settled);
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
                sequence(arrival);
            }
        }
    }

    /** Replaces the decoder by one that was restored from the record. The record ends where the window begins. */
    void restored(DecoderReplay.Restored restored) {
        decoder.close();
        decoder = restored.decoder();
        decodedBytes = 0;
        last = restored.last();
        outOfStep = false;
        decodedItem = null;
        decoded = null;
    }

    /** Starts again where the record ends, and drops everything that waits. */
    void restarted(DecoderReplay.Restored restored) {
        restored(restored);
        waiting.clear();
        if (window.next() != restored.next()) {
            expect(restored.next());
        }
    }

    /** The sequence number of the item refused last. The record must reach it before {@link #restored} is called. */
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
        closing = true;
        dropWaiting(List.of());
        if (!busy) {
            decoder.close();
        }
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

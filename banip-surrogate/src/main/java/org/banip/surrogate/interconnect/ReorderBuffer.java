package org.banip.surrogate.interconnect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * Puts one group's packets and gaps in order within a bounded window (docs/protocol.md, "Sequence rules"): what came before is dropped and
 * counted, an early arrival waits for those before it, one that begins beyond the window is refused. What is in order waits here to be decoded.
 * Owned by the interconnect's serial executor.
 *
 * <p>A gap may take many numbers, also beyond the window. It overrules what waits inside its range. It does not change what is already in order:
 * then only its rest counts.
 */
final class ReorderBuffer {
    /** After more than this number waited, the memory for their places is given back. */
    static final int MANY = 512;

    private final int setBytes;

    private final EarlyArrivals early;
    /** Numbers from {@code next} on that may wait, and the bytes that may. */
    private int window;

    private long windowBytes = Long.MAX_VALUE;

    private ArrayDeque<Arrival> waiting = new ArrayDeque<>();
    /** Those taken included, like the bytes. */
    private int waitingCount;

    private long waitingBytes;
    private long undecodedBytes;

    private @Nullable Sequenced last;
    private long next;
    private long duplicates;

    private final MissingNumber missing = new MissingNumber();

    /**
     * An empty buffer.
     *
     * @param size of the window: at most {@code size − 1} early arrivals wait
     * @param setBytes bytes of a sensor set of the group
     * @param next the number that is expected
     * @param last what goes before it, if that is known
     */
    ReorderBuffer(int size, int setBytes, long next, @Nullable Sequenced last) {
        if (size < 1) {
            throw new IllegalArgumentException("window of " + size);
        }
        this.setBytes = setBytes;
        window = size;
        early = new EarlyArrivals(size);
        expect(next, last);
    }

    /**
     * Takes what arrived; all that is in order then waits to be decoded.
     *
     * @return false if it was a duplicate
     * @throws BanipException {@code SEQUENCE_BEYOND_WINDOW}; nothing is changed then
     */
    boolean offer(Arrival arrival) {
        Sequenced item = arrival.item();
        if (item.sequence() - next >= window) {
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW,
                    "sequence number " + item.sequence() + " of group " + item.group() + " is "
                            + (item.sequence() - next) + " ahead of the expected " + next + ", allowed are "
                            + (window - 1));
        }
        if (item.sequence() > next && windowBytes != Long.MAX_VALUE && isNew(arrival, item.sequence())) {
            requireRoom(arrival);
        }
        boolean kept = keep(arrival);
        Arrival first = early.take(next);
        while (first != null) {
            putInOrder(first);
            first = early.take(next);
        }
        return kept;
    }

    /** Puts it where it waits. Of two that begin together the one that ends later stays. */
    private boolean keep(Arrival arrival) {
        long begin = Math.max(next, arrival.item().sequence());
        if (!isNew(arrival, begin)) {
            duplicates++;
            return false;
        }
        if (early.at(begin, next) != null) {
            Arrival unused = early.take(begin);
            duplicates++;
        }
        early.put(arrival, begin, next, window);
        return true;
    }

    private boolean isNew(Arrival arrival, long begin) {
        Arrival there = early.at(begin, next);
        return arrival.item().nextSequence()
                > (there == null ? next : there.item().nextSequence());
    }

    private void requireRoom(Arrival arrival) {
        if (!hasRoom(arrival)) {
            Sequenced item = arrival.item();
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW,
                    "sequence number " + item.sequence() + " of group " + item.group() + " would make "
                            + bytesWith(arrival) + " bytes wait for the expected " + next + ", agreed are "
                            + windowBytes);
        }
    }

    private boolean hasRoom(Arrival arrival) {
        return bytesWith(arrival) <= windowBytes;
    }

    private long bytesWith(Arrival arrival) {
        return early.windowBytes() + arrival.payloadBytes() + Arrival.OVERHEAD_BYTES;
    }

    private void putInOrder(Arrival first) {
        Arrival arrival = first;
        if (first.item() instanceof Gap gap && gap.sequence() < next) {
            arrival = new Arrival(gap.from(next, last), first.from(), first.receivedNanos());
        }
        waiting.add(arrival);
        waitingCount++;
        waitingBytes += arrival.payloadBytes();
        undecodedBytes += decodedBytes(arrival);
        long windowEnd = early.end(next);
        long overruledFrom = next + 1;
        last = arrival.item();
        next = arrival.item().nextSequence();
        Arrival furthest = takeFurthest(overruledFrom, Math.min(next, windowEnd));
        if (furthest != null) {
            keep(furthest);
        }
    }

    /** Takes out what waits in this range; of it the one that ends last, the others are dropped. */
    private @Nullable Arrival takeFurthest(long from, long to) {
        Arrival furthest = null;
        for (long begin = early.firstFrom(from, to); begin < to; begin = early.firstFrom(begin + 1, to)) {
            Arrival overruled = early.take(begin);
            duplicates += furthest == null ? 0 : 1;
            if (furthest == null
                    || overruled != null
                            && overruled.item().nextSequence() > furthest.item().nextSequence()) {
                furthest = overruled;
            }
        }
        return furthest;
    }

    private long decodedBytes(Arrival arrival) {
        return arrival.item() instanceof Packet packet ? (long) packet.header().unitCount() * setBytes : 0;
    }

    /** The number that is expected next. */
    long next() {
        return next;
    }

    /** How many were dropped because they came late, twice, or inside a gap. */
    long duplicates() {
        return duplicates;
    }

    // Early arrivals.

    /** How many wait for an earlier one. */
    int early() {
        return early.count();
    }

    /** Bytes of payload that wait for earlier numbers. */
    long earlyBytes() {
        return early.payloadBytes();
    }

    /** From here on so much may wait; what waits already stays. */
    void bound(int packets, long bytes) {
        window = packets;
        windowBytes = bytes;
    }

    /** Whether the window counts bytes, not only packets. */
    boolean isBoundedInBytes() {
        return windowBytes != Long.MAX_VALUE;
    }

    /** Bytes that more places take if this one is to wait. */
    long placesFor(Sequenced item) {
        return early.placesFor(item, next, window);
    }

    /**
     * Looks how long the expected number has been missing while later ones wait for it; and gives back places that nobody needed since the last look.
     *
     * @param heldUpNanos for how long data requests of the interconnect were held up, since it began
     */
    MissingNumber missing(long nowNanos, long heldUpNanos) {
        early.look();
        if (early.count() == 0) {
            missing.none();
        } else {
            missing.look(next, nowNanos, heldUpNanos);
        }
        return missing;
    }

    /** The time for a missing number begins anew. */
    void expectAnew() {
        missing.none();
    }

    /** Forgets what waits for earlier numbers: it was not acknowledged, so the MBU sends it again. */
    void dropEarly() {
        early.clear();
        missing.none();
    }

    // Arrivals in order that wait to be decoded.

    /** Whether something waits to be decoded. */
    boolean waits() {
        return !waiting.isEmpty();
    }

    /** Bytes of payload that wait to be decoded or are being decoded. */
    long waitingBytes() {
        return waitingBytes;
    }

    /** How many wait to be decoded or are being decoded. */
    int waitingCount() {
        return waitingCount;
    }

    /** Bytes of memory that all arrivals take which wait for earlier numbers, wait to be decoded, or are being decoded. */
    long heldBytes() {
        return early.heldBytes() + waitingBytes + (long) waitingCount * Arrival.OVERHEAD_BYTES;
    }

    /** Bytes of sensor sets to which these payloads decode. */
    long undecodedBytes() {
        return undecodedBytes;
    }

    /** Takes all that waits, in order. Each arrival counts until it is {@linkplain #settled settled} or {@linkplain #putBack put back}. */
    void takeWaiting(List<Arrival> into) {
        into.addAll(waiting);
        forgetWaiting();
    }

    private void forgetWaiting() {
        if (waiting.size() > MANY) {
            waiting = new ArrayDeque<>();
        } else {
            waiting.clear();
        }
    }

    /** These were taken and could not go on: they are the next that wait. */
    void putBack(List<Arrival> taken) {
        for (int i = taken.size() - 1; i >= 0; i--) {
            waiting.addFirst(taken.get(i));
        }
    }

    /** It was taken, and is decoded or dropped: it counts no longer. */
    void settled(Arrival arrival) {
        waitingCount--;
        waitingBytes -= arrival.payloadBytes();
        undecodedBytes -= decodedBytes(arrival);
    }

    /** Forgets what waits to be decoded, and these, which were taken. */
    void dropWaiting(List<Arrival> taken) {
        List<Arrival> all = new ArrayList<>(taken);
        takeWaiting(all);
        all.forEach(this::settled);
    }

    /** Forgets what waits to be decoded, and all that was taken. */
    void clearWaiting() {
        forgetWaiting();
        waitingCount = 0;
        waitingBytes = 0;
        undecodedBytes = 0;
    }

    // A new start.

    /** From here on {@code number} is expected; what waits for earlier numbers is forgotten. */
    void expect(long number, @Nullable Sequenced before) {
        dropEarly();
        next = number;
        last = before != null && before.nextSequence() == number ? before : null;
    }

    /**
     * One that was taken did not decode: its number is expected again. What came after it waits for it again; in a chain with state from the
     * next key packet on, because what is before that is encoded anew if a gap takes the number's place.
     *
     * @param undecodable what did not decode
     * @param behind what was taken with it, after it
     * @param before what went on before it, if that is known
     */
    void refuse(Arrival undecodable, List<Arrival> behind, @Nullable Sequenced before, boolean stateful) {
        settled(undecodable);
        List<Arrival> later = new ArrayList<>(behind);
        takeWaiting(later);
        later.forEach(this::settled);
        early.addTo(later);
        later.sort(Comparator.comparingLong(arrival -> arrival.item().sequence()));
        expect(undecodable.item().sequence(), before);
        boolean sure = !stateful;
        for (Arrival arrival : later) {
            Sequenced item = arrival.item();
            sure |= item instanceof Packet packet && packet.header().key();
            if (sure && item.sequence() > next && item.sequence() - next < window && hasRoom(arrival)) {
                boolean unused = offer(arrival);
            }
        }
    }
}

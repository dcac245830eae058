package org.banip.surrogate.interconnect;

import java.util.List;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * The places of one group's arrivals that wait for earlier numbers. There are few at first; more are made for what is far ahead, and given back when
 * they are not needed any more. Owned by the interconnect's serial executor.
 */
final class EarlyArrivals {
    /** The least number of places, unless the window is smaller. */
    private static final int FEW = 64;
    /** Of a place. */
    private static final int PLACE_BYTES = 8;

    /** Place {@code s % length} holds the arrival that begins at s, from the expected number on. */
    private @Nullable Arrival[] places;

    private int count;
    private long payloadBytes;
    /** Whether something was beyond the first places since the last look. */
    private boolean farAhead;

    EarlyArrivals(int window) {
        places = new @Nullable Arrival[Math.min(window, FEW)];
    }

    int count() {
        return count;
    }

    /** Bytes of payload. */
    long payloadBytes() {
        return payloadBytes;
    }

    /** What they take of a reorder window in bytes. */
    long windowBytes() {
        return payloadBytes + (long) count * Arrival.OVERHEAD_BYTES;
    }

    /** What they take in memory. */
    long heldBytes() {
        return windowBytes() + (long) Math.max(0, places.length - FEW) * PLACE_BYTES;
    }

    /** The number before which all are, while {@code next} is expected. */
    long end(long next) {
        return next + places.length;
    }

    /** The one that begins there, while {@code next} is expected. */
    @Nullable
    Arrival at(long begin, long next) {
        return begin < end(next) ? places[place(begin)] : null;
    }

    /** Puts one where it begins, less than a window ahead of {@code next}, and nobody else does. */
    void put(Arrival arrival, long begin, long next, int window) {
        int needed = needed(begin - next, window);
        if (needed > places.length) {
            move(needed, next);
        }
        farAhead |= begin - next >= FEW;
        places[place(begin)] = arrival;
        count++;
        payloadBytes += arrival.payloadBytes();
    }

    /** Takes out the one that begins there; it is before the {@link #end}. */
    @Nullable
    Arrival take(long begin) {
        Arrival taken = places[place(begin)];
        if (taken != null) {
            places[place(begin)] = null;
            count--;
            payloadBytes -= taken.payloadBytes();
        }
        return taken;
    }

    /** Bytes of memory that more places take if this one is put in. */
    long placesFor(Sequenced item, long next, int window) {
        long ahead = item.sequence() - next;
        return ahead < window ? (long) (needed(ahead, window) - places.length) * PLACE_BYTES : 0;
    }

    private int needed(long ahead, int window) {
        int needed = places.length;
        while (ahead >= needed) {
            needed = Math.min(2 * needed, Math.max(window, (int) ahead + 1));
        }
        return needed;
    }

    private void move(int length, long next) {
        @Nullable Arrival[] before = places;
        places = new @Nullable Arrival[length];
        for (long begin = next; begin < next + before.length; begin++) {
            places[place(begin)] = before[(int) (begin % before.length)];
        }
    }

    private int place(long begin) {
        return (int) (begin % places.length);
    }

    void addTo(List<Arrival> all) {
        for (Arrival arrival : places) {
            if (arrival != null) {
                all.add(arrival);
            }
        }
    }

    void clear() {
        if (count > 0) {
            places = new @Nullable Arrival[Math.min(places.length, FEW)];
            count = 0;
            payloadBytes = 0;
        }
    }

    /** Gives back places that nobody needed since the last look. */
    void look() {
        if (count == 0 && !farAhead && places.length > FEW) {
            places = new @Nullable Arrival[FEW];
        }
        farAhead = false;
    }
}

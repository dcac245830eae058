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
    /** Which places hold one. */
    private PlaceSet taken;

    private int count;
    private long payloadBytes;
    /** Whether something was beyond the first places since the last look. */
    private boolean farAhead;

    EarlyArrivals(int window) {
        places = new @Nullable Arrival[Math.min(window, FEW)];
        taken = new PlaceSet(places.length);
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
        taken.add(place(begin));
        count++;
        payloadBytes += arrival.payloadBytes();
    }

    /** Takes out the one that begins there; it is before the {@link #end}. */
    @Nullable
    Arrival take(long begin) {
        Arrival there = places[place(begin)];
        if (there != null) {
            places[place(begin)] = null;
            taken.remove(place(begin));
            count--;
            payloadBytes -= there.payloadBytes();
        }
        return there;
    }

    /** Where the first one begins from this number on, before another number that is at most the {@link #end}; or that other number. */
    long firstFrom(long from, long before) {
        if (from >= before) {
            return before;
        }
        int at = place(from);
        int found = taken.next(at);
        long distance = (long) found - at;
        if (found < 0) {
            found = taken.next(0);
            distance = (long) places.length - at + found;
        }
        return found < 0 ? before : Math.min(before, from + distance);
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
        PlaceSet takenBefore = taken;
        resize(length);
        for (int at = takenBefore.next(0); at >= 0; at = takenBefore.next(at + 1)) {
            long begin = next + Math.floorMod(at - next, (long) before.length);
            places[place(begin)] = before[at];
            taken.add(place(begin));
        }
    }

    private void resize(int length) {
        places = new @Nullable Arrival[length];
        taken = new PlaceSet(length);
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
            resize(Math.min(places.length, FEW));
            count = 0;
            payloadBytes = 0;
        }
    }

    /** Gives back places that nobody needed since the last look. */
    void look() {
        if (count == 0 && !farAhead && places.length > FEW) {
            resize(FEW);
        }
        farAhead = false;
    }
}

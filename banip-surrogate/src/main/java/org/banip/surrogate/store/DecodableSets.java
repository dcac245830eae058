package org.banip.surrogate.store;

import java.util.Optional;
import java.util.OptionalLong;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/** Follows the items of one group by their headers, and tells which sensor sets no decoder can get because items are damaged. One thread. */
final class DecodableSets {
    private final Optional<SensorGroup> group;

    private long decodable;
    private long undecodable;

    /** Behind the last item that is intact. */
    private boolean begun;

    private long originNanos;
    private long nextUnit;
    private long nextSequence;

    /** The sensor sets that are lost now, if any are. */
    private boolean loses;

    private long first;
    private long behind;
    private long sets;
    private boolean all;
    private OptionalLong fromNanos = OptionalLong.empty();
    /** Whether the items directly before the next one are damaged. */
    private boolean missing;

    /** A group; empty if its description is not known. */
    DecodableSets(Optional<SensorGroup> group) {
        this.group = group;
    }

    /** Items are damaged or missing: from this number on, up to the next one. */
    void lost(long from, long next) {
        begin(from, begun ? instant(originNanos, nextUnit) : OptionalLong.empty());
        missing = true;
        nextSequence = next;
    }

    /** The last item is intact, but could not be decoded. */
    void undecodable(Packet packet) {
        begin(packet.sequence(), instant(packet.originNanos(), packet.firstUnit()));
        sets += packet.header().unitCount();
        decodable -= packet.header().unitCount();
    }

    private void begin(long sequence, OptionalLong nanos) {
        if (!loses) {
            loses = true;
            first = sequence;
            behind = 0;
            sets = 0;
            all = true;
            fromNanos = nanos;
        }
    }

    /** Whether only a key packet can be decoded now. */
    boolean awaitsKey() {
        return loses;
    }

    /**
     * An intact item.
     *
     * @return what was lost before it, if decoding goes on with it
     */
    Optional<LostSets> item(Sequenced item) {
        if (missing) {
            boolean told = begun && item.originNanos() == originNanos && item.firstUnit() >= nextUnit;
            sets += told ? item.firstUnit() - nextUnit : 0;
            all &= told;
            missing = false;
        }
        Optional<LostSets> lost = Optional.empty();
        if (item instanceof Packet packet) {
            long units = packet.header().unitCount();
            if (loses && packet.header().key()) {
                lost = Optional.of(lostUpTo(item.sequence(), true, instant(item.originNanos(), item.firstUnit())));
            }
            decodable += loses ? 0 : units;
            sets += loses ? units : 0;
            behind += loses ? 1 : 0;
        }
        begun = true;
        originNanos = item.originNanos();
        nextUnit = item.endUnit();
        nextSequence = item.nextSequence();
        return lost;
    }

    /** There are no more items. Returns what is lost at the end. */
    Optional<LostSets> end() {
        return loses
                ? Optional.of(lostUpTo(
                        nextSequence, false, missing || !begun ? OptionalLong.empty() : instant(originNanos, nextUnit)))
                : Optional.empty();
    }

    private LostSets lostUpTo(long next, boolean key, OptionalLong toNanos) {
        loses = false;
        undecodable += sets;
        return new LostSets(first, next, key, behind, sets, all && !missing, fromNanos, toNanos);
    }

    private OptionalLong instant(long origin, long unit) {
        return group.isPresent()
                ? OptionalLong.of(group.get().frequency().instantNanos(origin, unit))
                : OptionalLong.empty();
    }

    /** Sensor sets that a decoder gets. */
    long decodable() {
        return decodable;
    }

    /** Sensor sets that it does not get, as far as headers tell. */
    long undecodable() {
        return undecodable;
    }
}

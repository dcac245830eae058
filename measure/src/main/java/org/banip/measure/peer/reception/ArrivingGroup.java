package org.banip.measure.peer.reception;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/** One group's packets that have arrived and are not durable yet, in order. Guarded by the monitor of its reception. */
final class ArrivingGroup {
    /** State of a packet that arrives. */
    enum Arrival {
        /** It is new. */
        FIRST,
        /** It is a duplicate and waits to be stored. */
        WAITING,
        /** It is a duplicate and is stored. */
        STORED
    }

    /** An item that is not durable yet, and the callbacks for that event. */
    record Waiting(Sequenced item, long receivedNanos, List<Runnable> tell) {}

    private final int number;
    private final TreeMap<Long, Waiting> open = new TreeMap<>();
    private long nextOffer;
    private long durable;
    private long lastEndUnit;
    private long storedUnits;

    ArrivingGroup(int number) {
        this.number = number;
    }

    /** Adds a packet that has arrived. */
    Arrival arrive(Packet packet, long nowNanos, Runnable stored) {
        if (packet.sequence() < durable) {
            return Arrival.STORED;
        }
        Waiting before = open.get(packet.sequence());
        if (before != null) {
            before.tell().add(stored);
            return Arrival.WAITING;
        }
        open.put(packet.sequence(), new Waiting(packet, nowNanos, new ArrayList<>(List.of(stored))));
        return Arrival.FIRST;
    }

    /** The next item for the store. */
    Optional<Waiting> ready() {
        return Optional.ofNullable(open.get(nextOffer));
    }

    /** The store took it. */
    void offered(Sequenced item) {
        nextOffer = item.nextSequence();
        lastEndUnit = item.endUnit();
    }

    /** Records that it is durable; returns the senders to notify. */
    List<Runnable> stored(Sequenced item) {
        durable = item.nextSequence();
        storedUnits += item instanceof Packet packet ? packet.header().unitCount() : 0;
        Waiting waiting = open.remove(item.sequence());
        return waiting == null ? List.of() : waiting.tell();
    }

    /** The first hole before the packets that have arrived, if there is one. */
    @Nullable
    Gap hole() {
        Map.Entry<Long, Waiting> next = open.ceilingEntry(nextOffer);
        if (next == null || next.getKey() == nextOffer) {
            return null;
        }
        Packet packet = (Packet) next.getValue().item();
        return new Gap(
                number,
                nextOffer,
                next.getKey() - nextOffer,
                packet.originNanos(),
                lastEndUnit,
                packet.firstUnit() - lastEndUnit,
                Gap.Reason.SPOOL_FULL);
    }

    /** Declares the missing packets as a gap. */
    void declare(Gap gap, long nowNanos) {
        open.put(gap.sequence(), new Waiting(gap, nowNanos, List.of()));
    }

    long durable() {
        return durable;
    }

    long storedUnits() {
        return storedUnits;
    }
}

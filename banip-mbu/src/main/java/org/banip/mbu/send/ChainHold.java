package org.banip.mbu.send;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.mbu.stage.SendPolicy;

/**
 * The sensor sets that one group's chain holds back, and how long it may hold them. They are consecutive units of a sampling grid, up to the last
 * unit that the chain was given. Belongs to the encoding thread.
 */
final class ChainHold {
    private final int group;
    private final SensorGroup description;
    private final SendPolicy policy;
    private final ChainEncoder encoder;
    private final SignalClock signal;
    private final PacketLength length;

    private boolean seen;
    private boolean holds;
    private long heldOriginNanos;
    private long heldUnit;
    private long nextUnit;

    /** The first unit of the packet whose end was chosen last, and that end. */
    private long plannedUnit = -1;

    private long plannedEnd;

    ChainHold(int group, SendPolicy policy, ChainEncoder encoder, SignalClock signal, PacketLength length) {
        this.group = group;
        this.policy = policy;
        description = policy.groups().get(group);
        this.encoder = encoder;
        this.signal = signal;
        this.length = length;
    }

    /** The same group, with another encoder that has got nothing yet. This one holds nothing back, and is not used any more. */
    ChainHold with(ChainEncoder other) {
        return new ChainHold(group, policy, other, signal, length);
    }

    ChainEncoder encoder() {
        return encoder;
    }

    /** Units will enter the chain. */
    void entered(long originNanos, long firstUnit, int units, long nowNanos) {
        long next = firstUnit + units;
        signal.seen(instantOf(originNanos, next - 1), instantOf(originNanos, next), nowNanos);
        if (!holds || originNanos != heldOriginNanos) {
            heldUnit = firstUnit;
        }
        if (originNanos != heldOriginNanos) {
            plannedUnit = -1;
        }
        holds = true;
        seen = true;
        heldOriginNanos = originNanos;
        nextUnit = next;
    }

    /** Units have left the chain in a packet. */
    void left(long originNanos, long firstUnit, int units, int payload) {
        length.left(units, payload);
        if (originNanos == heldOriginNanos) {
            heldUnit = firstUnit + units;
            holds = heldUnit < nextUnit;
        }
    }

    /** Units pass the chain by, because the group is thinned. */
    void skipped(long originNanos, long firstUnit, int units, long nowNanos) {
        entered(originNanos, firstUnit, units, nowNanos);
        holds = false;
    }

    /** The chain holds nothing back. */
    void flushed() {
        holds = false;
    }

    /** Time until a flush is due. {@link Long#MAX_VALUE} if the chain holds nothing back, or if that time is not known. */
    long nanosUntilFlush(long nowNanos) {
        long due = encoder.flushDueNanos();
        if (due == Encoder.NO_FLUSH) {
            return Long.MAX_VALUE;
        }
        if (holds) {
            due = policy.holdUntilNanos(group, due, instantOf(heldOriginNanos, heldUnit));
        }
        return signal.nanosUntil(due, nowNanos);
    }

    /** How many more units complete a packet; 1 before the first unit. */
    int unitsToPacket() {
        return seen ? (int) Math.max(1, Math.min(Integer.MAX_VALUE, packetEnd() - nextUnit)) : 1;
    }

    /** Whether the chain holds a whole packet, which it leaves to the MBU to end. */
    boolean holdsPacket() {
        return holds && nextUnit >= packetEnd();
    }

    /** The number after the last unit of the packet that is being filled, or of the next one. It is chosen once for each packet. */
    private long packetEnd() {
        long first = holds ? heldUnit : nextUnit;
        if (first != plannedUnit) {
            plannedUnit = first;
            plannedEnd = first
                    + length.units(encoder.earliestPacketEnd(nextUnit) - first, encoder.packetEnd(nextUnit) - first);
        }
        return plannedEnd;
    }

    /** Time until the next packet should be complete. {@link Long#MAX_VALUE} if that is not known, and not above zero if the packet is late. */
    long nanosUntilPacketIsLate(long nowNanos) {
        return seen ? signal.nanosUntil(instantOf(heldOriginNanos, packetEnd()), nowNanos) : Long.MAX_VALUE;
    }

    /** Time until the signal reaches a unit. {@link Long#MAX_VALUE} if that is not known. */
    long nanosUntil(long originNanos, long unit, long nowNanos) {
        return signal.nanosUntil(instantOf(originNanos, unit), nowNanos);
    }

    private long instantOf(long originNanos, long unit) {
        return originNanos + description.frequency().nanosOfUnit(unit);
    }
}

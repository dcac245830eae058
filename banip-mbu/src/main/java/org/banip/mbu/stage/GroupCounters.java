package org.banip.mbu.stage;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Gap;

/** The stages' counters of one group. Any thread. */
public final class GroupCounters {
    /** Sensor sets that the sensor delivered. */
    public final AtomicLong unitsProduced = new AtomicLong();
    /** Sensor sets without room. */
    public final AtomicLong unitsDropped = new AtomicLong();
    /** Sensor sets refused because they were out of order; not in the other counters. */
    public final AtomicLong unitsOutOfOrder = new AtomicLong();
    /** Sensor sets in packets. */
    public final AtomicLong unitsEncoded = new AtomicLong();
    /** Sensor sets in packets that were sent; each counts once. */
    public final AtomicLong unitsSent = new AtomicLong();
    /** Sensor sets in packets that the host has stored. */
    public final AtomicLong unitsAcknowledged = new AtomicLong();
    /** Sensor sets in gaps. */
    public final AtomicLong unitsInGaps = new AtomicLong();
    /** Sensor sets in gaps because there was no room. */
    public final AtomicLong unitsSpoolFull = new AtomicLong();
    /** Sensor sets in gaps because the sensor did not deliver them. */
    public final AtomicLong unitsSensorSilent = new AtomicLong();
    /** Sensor sets in gaps although there was room: the send policy gave them up, or the host cannot decode them. */
    public final AtomicLong unitsThinned = new AtomicLong();
    /** Those of the thinned ones in whose place the group of the lower rate has some. */
    public final AtomicLong unitsReduced = new AtomicLong();
    /** Sensor sets in packets that moved to the group that has what is late. They are in no gap that counts. */
    public final AtomicLong unitsMoved = new AtomicLong();
    /** Whether the group is sent at its lower rate now. */
    public final AtomicBoolean thinned = new AtomicBoolean();
    /** Whether the group is retired. */
    public final AtomicBoolean retired = new AtomicBoolean();
    /** Packets made. Those that move to another group count here only. */
    public final AtomicLong packets = new AtomicLong();
    /** Packets that the host has stored. Those that have moved count in the other group. */
    public final AtomicLong packetsAcknowledged = new AtomicLong();
    /** Gaps declared. */
    public final AtomicLong gaps = new AtomicLong();
    /** Packets and gaps that were sent again. */
    public final AtomicLong retransmissions = new AtomicLong();
    /** Bytes of the delivered sensor sets. */
    public final AtomicLong bytesRaw = new AtomicLong();
    /** Bytes of the payloads. */
    public final AtomicLong bytesEncoded = new AtomicLong();
    /** Bytes of the written frames. */
    public final AtomicLong bytesFramed = new AtomicLong();

    /** Sensor sets that entered the send path, or were missing there. Each leaves it in a packet or in a gap. */
    public final AtomicLong unitsEntered = new AtomicLong();
    /** Sensor sets whose packet or gap the host has stored. When everything is delivered, this equals the number that entered. */
    public final AtomicLong unitsSettled = new AtomicLong();

    /** Counters that are zero. */
    public GroupCounters() {}

    /** Whether the host has stored everything that entered. */
    public boolean allSettled() {
        return unitsSettled.get() >= unitsEntered.get();
    }

    /** A packet was made. */
    public void countPacket(int units, int payloadBytes) {
        packets.incrementAndGet();
        unitsEncoded.addAndGet(units);
        bytesEncoded.addAndGet(payloadBytes);
    }

    /** A gap was declared. The retirement of a group counts as none. */
    public void countGap(Gap gap) {
        if (gap.isRetirement()) {
            return;
        }
        gaps.incrementAndGet();
        unitsInGaps.addAndGet(gap.unitCount());
        of(gap.reason()).addAndGet(gap.unitCount());
    }

    private AtomicLong of(Gap.Reason reason) {
        switch (reason) {
            case SPOOL_FULL:
                return unitsSpoolFull;
            case SENSOR_SILENT:
                return unitsSensorSilent;
            default:
                return unitsThinned;
        }
    }
}

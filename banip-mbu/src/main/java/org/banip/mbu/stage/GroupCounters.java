package org.banip.mbu.stage;

import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Gap;

/** What the stages count of one group. Any thread. */
public final class GroupCounters {
    /** Sensor sets delivered by the sensor. */
    public final AtomicLong unitsProduced = new AtomicLong();
    /** Sensor sets without room. */
    public final AtomicLong unitsDropped = new AtomicLong();
    /** Sensor sets in packets. */
    public final AtomicLong unitsEncoded = new AtomicLong();
    /** Sensor sets in packets sent, each once. */
    public final AtomicLong unitsSent = new AtomicLong();
    /** Sensor sets in packets stored by the host. */
    public final AtomicLong unitsAcknowledged = new AtomicLong();
    /** Sensor sets in gaps. */
    public final AtomicLong unitsInGaps = new AtomicLong();
    /** Those of them for which there was no room. */
    public final AtomicLong unitsSpoolFull = new AtomicLong();
    /** Those of them that the sensor did not deliver. */
    public final AtomicLong unitsSensorSilent = new AtomicLong();
    /** Those of them that were given up although there was room, by the send policy or since the host cannot decode them. */
    public final AtomicLong unitsThinned = new AtomicLong();
    /** Packets made. */
    public final AtomicLong packets = new AtomicLong();
    /** Packets stored by the host. */
    public final AtomicLong packetsAcknowledged = new AtomicLong();
    /** Gaps declared. */
    public final AtomicLong gaps = new AtomicLong();
    /** Packets and gaps sent again. */
    public final AtomicLong retransmissions = new AtomicLong();
    /** Bytes of sensor sets delivered. */
    public final AtomicLong bytesRaw = new AtomicLong();
    /** Bytes of payload made. */
    public final AtomicLong bytesEncoded = new AtomicLong();
    /** Bytes of frames written. */
    public final AtomicLong bytesFramed = new AtomicLong();

    /** Sensor sets that entered the send path, or were missing there: each leaves it in a packet or in a gap. */
    public final AtomicLong unitsEntered = new AtomicLong();
    /** Sensor sets whose packet or gap the host has stored: as many as entered when all is delivered. */
    public final AtomicLong unitsSettled = new AtomicLong();

    /** All zero. */
    public GroupCounters() {}

    /** Whether the host has stored everything that entered. */
    public boolean allSettled() {
        return unitsSettled.get() >= unitsEntered.get();
    }

    /** A gap was declared. */
    public void countGap(Gap gap) {
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

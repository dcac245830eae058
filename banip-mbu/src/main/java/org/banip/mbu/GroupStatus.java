package org.banip.mbu;

/**
 * Counters of one group since the start.
 *
 * @param name the group's name
 * @param unitsProduced sensor sets that the sensor or the app delivered, dropped ones included
 * @param unitsDropped sensor sets that were dropped because there was no room
 * @param unitsOutOfOrder sensor sets that the app offered and the MBU refused, because they were not later than the last ones ({@code OUT_OF_ORDER});
 *     they are in no other counter
 * @param unitsEncoded sensor sets in packets
 * @param unitsSent sensor sets in packets that were sent; each counts once
 * @param unitsAcknowledged sensor sets in packets that the surrogate host has stored
 * @param unitsInGaps sensor sets in declared gaps, for one of the three reasons that follow
 * @param unitsSpoolFull sensor sets for which there was no room ({@code SPOOL_FULL})
 * @param unitsSensorSilent sensor sets that the sensor or the app did not deliver ({@code SENSOR_SILENT})
 * @param unitsThinned sensor sets that were given up although there was room ({@code THINNED}): the link does not carry everything and the
 *     description or the app allows thinning of the group, or the host cannot decode them, or the host lost them
 * @param unitsReduced those of them in whose place the group that the description names ({@code thinning}) has sensor sets at the lower rate
 * @param unitsMoved sensor sets in packets that waited for the end of an outage and moved to the group that the description names ({@code lateAs});
 *     they are sent and acknowledged in that group
 * @param thinned whether the group is sent at its lower rate now, in the group that its description names
 * @param lowerRate whether it is the group that has the signal of another one at a lower rate; the MBU makes its sensor sets
 * @param retired whether the group is retired ({@link MobileBaseUnit#retireGroup})
 * @param packets packets made; those that move to another group count here only
 * @param packetsAcknowledged packets that the surrogate host has stored; those that have moved count in the other group, which makes none itself. So
 *     only the sums over both groups can be compared
 * @param gaps gaps declared, without retirements
 * @param retransmissions packets and gaps that were sent again after a break
 * @param bytesRaw bytes of the delivered sensor sets
 * @param bytesEncoded bytes of the payloads
 * @param bytesFramed bytes of the frames written for the group, retransmissions included
 * @param spoolPackets packets and gaps that wait for an acknowledgement
 * @param spoolBytes bytes that they use, including an overhead for each
 */
public record GroupStatus(
        String name,
        long unitsProduced,
        long unitsDropped,
        long unitsOutOfOrder,
        long unitsEncoded,
        long unitsSent,
        long unitsAcknowledged,
        long unitsInGaps,
        long unitsSpoolFull,
        long unitsSensorSilent,
        long unitsThinned,
        long unitsReduced,
        long unitsMoved,
        boolean thinned,
        boolean lowerRate,
        boolean retired,
        long packets,
        long packetsAcknowledged,
        long gaps,
        long retransmissions,
        long bytesRaw,
        long bytesEncoded,
        long bytesFramed,
        long spoolPackets,
        long spoolBytes) {}

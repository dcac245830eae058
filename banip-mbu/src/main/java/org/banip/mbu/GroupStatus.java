package org.banip.mbu;

/**
 * One group's counters since the start.
 *
 * @param name the group
 * @param unitsProduced sensor sets that the sensor or the app delivered, those dropped included
 * @param unitsDropped sensor sets for which there was no room
 * @param unitsEncoded sensor sets in packets
 * @param unitsSent sensor sets in packets that were sent, each once
 * @param unitsAcknowledged sensor sets in packets that the surrogate host has stored
 * @param unitsInGaps sensor sets in gaps that were declared, for one of the three reasons that follow
 * @param unitsSpoolFull sensor sets for which there was no room ({@code SPOOL_FULL})
 * @param unitsSensorSilent sensor sets that the sensor or the app left out ({@code SENSOR_SILENT})
 * @param unitsThinned sensor sets given up although there was room ({@code THINNED}): the link does not carry everything and the group may be
 *     thinned, or the host cannot decode them, or lost them
 * @param packets packets made
 * @param packetsAcknowledged packets that the surrogate host has stored
 * @param gaps gaps declared
 * @param retransmissions packets and gaps sent again after a break
 * @param bytesRaw bytes of sensor sets delivered
 * @param bytesEncoded bytes of payload made
 * @param bytesFramed bytes of frames written for the group, retransmissions included
 * @param spoolPackets packets and gaps that wait for an acknowledgement
 * @param spoolBytes bytes that these take, an overhead for each included
 */
public record GroupStatus(
        String name,
        long unitsProduced,
        long unitsDropped,
        long unitsEncoded,
        long unitsSent,
        long unitsAcknowledged,
        long unitsInGaps,
        long unitsSpoolFull,
        long unitsSensorSilent,
        long unitsThinned,
        long packets,
        long packetsAcknowledged,
        long gaps,
        long retransmissions,
        long bytesRaw,
        long bytesEncoded,
        long bytesFramed,
        long spoolPackets,
        long spoolBytes) {}

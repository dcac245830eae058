package org.banip.surrogate.api;

import java.util.Optional;

/**
 * What went through one group of an interconnect since it was activated.
 *
 * @param chain the agreed chain
 * @param packets packets decoded
 * @param gaps gaps taken, without retirements of the group
 * @param duplicates packets and gaps that came late or twice
 * @param units sensor sets decoded
 * @param payloadBytes bytes of payload decoded
 * @param sensorBytes bytes of the sensor sets decoded from them
 * @param waiting packets that wait for an earlier one
 * @param nextSequence next sequence number to be made durable: all before it is acknowledged
 * @param receivedSequence next sequence number expected from the MBU
 * @param latencyNanos how long after the sampling of its last unit the newest packet came, by the two clocks as they are
 * @param retired whether the group is retired: its sensors were put away, and nothing came since
 * @param stopped the command by which it was retired; empty if there was none, or if it is not known
 */
public record GroupStatistics(
        String chain,
        long packets,
        long gaps,
        long duplicates,
        long units,
        long payloadBytes,
        long sensorBytes,
        int waiting,
        long nextSequence,
        long receivedSequence,
        long latencyNanos,
        boolean retired,
        Optional<GroupStop> stopped) {
    /** Of a group that is not retired. */
    public GroupStatistics(
            String chain,
            long packets,
            long gaps,
            long duplicates,
            long units,
            long payloadBytes,
            long sensorBytes,
            int waiting,
            long nextSequence,
            long receivedSequence,
            long latencyNanos) {
        this(
                chain,
                packets,
                gaps,
                duplicates,
                units,
                payloadBytes,
                sensorBytes,
                waiting,
                nextSequence,
                receivedSequence,
                latencyNanos,
                false,
                Optional.empty());
    }
}

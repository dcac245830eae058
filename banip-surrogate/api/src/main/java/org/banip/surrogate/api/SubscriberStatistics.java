package org.banip.surrogate.api;

/**
 * What became of one subscriber's live data.
 *
 * @param delivered packets handed to the listener
 * @param missedPackets packets left out because its queue was full
 * @param missedUnits sensor sets in those
 * @param waitingEvents events that wait in its queue
 * @param waitingBytes bytes of sensor sets in those
 * @param missedAlerts steps of alerts left out because too many waited
 */
public record SubscriberStatistics(
        long delivered, long missedPackets, long missedUnits, int waitingEvents, long waitingBytes, long missedAlerts) {
    /** Nothing yet. */
    public static final SubscriberStatistics NONE = new SubscriberStatistics(0, 0, 0, 0, 0, 0);

    /** The sum of two. */
    public SubscriberStatistics plus(SubscriberStatistics other) {
        return new SubscriberStatistics(
                delivered + other.delivered,
                missedPackets + other.missedPackets,
                missedUnits + other.missedUnits,
                waitingEvents + other.waitingEvents,
                waitingBytes + other.waitingBytes,
                missedAlerts + other.missedAlerts);
    }
}

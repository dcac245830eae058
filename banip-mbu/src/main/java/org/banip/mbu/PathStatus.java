package org.banip.mbu;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.banip.mbu.settings.PathSettings;

/**
 * A path of an MBU. Counters are since the start.
 *
 * @param settings name, role and price
 * @param networkThere whether the local address, or an address on the interface, is there; true for a path without either
 * @param connected whether the host answers on this path
 * @param standsBy whether the path is a backup that has no connection, because it is not needed
 * @param timeLeft how long the path lasts, by the app's forecast; empty if no end is in sight
 * @param bytesPerSecond the highest rate of acknowledged bytes of the last 30 to 60 s, over at least 250 ms; 0 until it is known
 * @param roundTrip from sending a packet to its acknowledgement, smoothed; empty until it is known
 * @param bytesUplink bytes written to sockets
 * @param bytesDownlink bytes read from sockets
 * @param packetsSent packets and gaps sent, those sent again included
 * @param packetsSentAgain those that were sent before, because a connection broke or the session was registered again
 * @param packetsRedundant those that another path had under way at the same time
 * @param bytesRedundant their bytes
 * @param packetsReinjected those of them that were sent because that was cheaper than to wait for the other path
 * @param bytesReinjected about their bytes
 * @param bytesUnderWay bytes of frames that were sent on the present connection and are not acknowledged
 * @param sendWindowBytes how many the send window allows, as measured; empty without a connection, and while there is no limit
 * @param problem the last problem on the path, until it is solved
 */
public record PathStatus(
        PathSettings settings,
        boolean networkThere,
        boolean connected,
        boolean standsBy,
        Optional<Duration> timeLeft,
        long bytesPerSecond,
        Optional<Duration> roundTrip,
        long bytesUplink,
        long bytesDownlink,
        long packetsSent,
        long packetsSentAgain,
        long packetsRedundant,
        long bytesRedundant,
        long packetsReinjected,
        long bytesReinjected,
        long bytesUnderWay,
        OptionalLong sendWindowBytes,
        Optional<String> problem) {
    private static final double MEGABYTE = 1e6;

    /** The name of the path. */
    public String name() {
        return settings.name();
    }

    /** What the bytes of both directions cost; 0 if the path has no price. */
    public double price() {
        return settings.pricePerMegabyte().orElse(0) * (bytesUplink + bytesDownlink) / MEGABYTE;
    }
}

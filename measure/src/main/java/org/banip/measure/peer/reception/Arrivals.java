package org.banip.measure.peer.reception;

import org.banip.core.ban.BanDescription;
import org.banip.core.packet.Packet;

/** The application behind a peer's receiving end: it keeps what arrives. Any thread. */
public interface Arrivals {
    /** The BAN description. */
    BanDescription ban();

    /**
     * Takes a packet.
     *
     * @param stored called when it is durable; at once if it is already
     */
    void arrived(Packet packet, Runnable stored);

    /** For each group, the sequence number before which everything is durable. */
    long[] next();
}

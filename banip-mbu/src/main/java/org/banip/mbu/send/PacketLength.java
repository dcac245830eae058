package org.banip.mbu.send;

import java.util.function.Supplier;
import org.banip.core.transcoding.spi.LinkConditions;

/**
 * How long the packets of a group become if its chain leaves that to the MBU ({@code packetizer(hold=auto)}): as short as the chain allows, but long
 * enough that they do not mainly consist of headers. While packets wait because the link is full, each is twice as long as the one before it, and
 * later they become shorter again (docs/links.md). Belongs to the encoding thread.
 */
final class PacketLength {
    /** About what TCP, IP, HTTP and a frame add to a packet that travels alone. With this payload half of what is sent are headers. */
    static final int LEAST_PAYLOAD = 64;

    private static final double MOST_STRETCH = 8;
    private static final double GROWING = 2;
    private static final double SHRINKING = 0.75;
    /** The newest packet's share in the payload of a unit. */
    private static final double SHARE = 0.125;

    private final Supplier<LinkConditions> link;
    private double payloadOfUnit;
    private double stretch = 1;

    PacketLength(Supplier<LinkConditions> link) {
        this.link = link;
    }

    /** A packet has left the chain. */
    void left(int units, int payload) {
        double ofUnit = (double) payload / units;
        payloadOfUnit = payloadOfUnit == 0 ? ofUnit : payloadOfUnit + SHARE * (ofUnit - payloadOfUnit);
    }

    /**
     * The number of units of the packet that begins.
     *
     * @param fewest that the chain allows
     * @param most that the chain allows
     */
    long units(long fewest, long most) {
        if (fewest >= most) {
            return most;
        }
        stretch = link.get().full() ? Math.min(MOST_STRETCH, GROWING * stretch) : Math.max(1, SHRINKING * stretch);
        double enough = payloadOfUnit == 0 ? 0 : Math.ceil(LEAST_PAYLOAD / payloadOfUnit);
        return Math.min(most, (long) (stretch * Math.max((double) fewest, enough)));
    }
}

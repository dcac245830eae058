package org.banip.measure.overhead;

import org.banip.mbu.uplink.Uplinks;

/** A way to send one packet of a transcoding chain. */
public enum ModelExchange {
    /** One request on a connection of its own, as in 2003. */
    PER_REQUEST("one connection per request"),
    /** One of many requests on a connection. */
    PERSISTENT("persistent connection"),
    /** One chunk of an endless request. */
    CHUNKED("one endless chunked request"),
    /** TCP without HTTP. */
    TCP_ONLY("TCP alone");

    private final String label;

    ModelExchange(String label) {
        this.label = label;
    }

    /** The exchange of the uplink with this name. */
    public static ModelExchange ofUplink(String uplink) {
        return switch (uplink) {
            case Uplinks.PER_REQUEST -> PER_REQUEST;
            case Uplinks.PERSISTENT -> PERSISTENT;
            default -> CHUNKED;
        };
    }

    /** What people call it. */
    public String label() {
        return label;
    }
}

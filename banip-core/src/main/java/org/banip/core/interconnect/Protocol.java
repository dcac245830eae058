package org.banip.core.interconnect;

/** Names and numbers of the protocol over HTTP (docs/protocol.md, "Resources"). */
public final class Protocol {
    /** The version this code speaks. */
    public static final int VERSION = 1;
    /** Content type of bodies made of frames. */
    public static final String FRAMES_TYPE = "application/vnd.banip.frames";
    /** Content type of documents. */
    public static final String JSON_TYPE = "application/json";
    /** Path of the resource that registrations are posted to, relative to the base URL. */
    public static final String INTERCONNECTS = "interconnects";
    /** Last path segment of the data resource of an interconnect. */
    public static final String DATA = "data";
    /** Last path segment of the reverse channel of an interconnect. */
    public static final String REVERSE = "reverse";
    /** Request header in which the broker tells the host who the MBU is; never taken from the MBU. */
    public static final String IDENTITY_HEADER = "Banip-Identity";
    /** Largest registration document, in bytes. */
    public static final int MAX_DOCUMENT = 262_144;

    private Protocol() {}
}

package org.banip.mbu.netty;

/** Whether the other end of a connection has all bytes that were written to it. */
enum Arrival {
    /** The kernel says so. */
    YES,
    /** Some are not acknowledged: the path is slow, or dead. */
    NO,
    /** The platform, or the protocol, does not tell it. */
    UNKNOWN
}

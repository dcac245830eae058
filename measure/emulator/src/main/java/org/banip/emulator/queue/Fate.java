package org.banip.emulator.queue;

/** Whether the queue of a link accepts a packet. */
public enum Fate {
    /** The packet is in the queue; it may be lost later. */
    TAKEN,
    /** The packet did not fit into the queue. */
    DROPPED
}

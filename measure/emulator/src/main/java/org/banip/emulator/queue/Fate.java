package org.banip.emulator.queue;

/** What becomes of a packet that comes to a link. */
public enum Fate {
    /** It is on its way, and may yet be lost. */
    TAKEN,
    /** It did not fit into the queue. */
    DROPPED
}

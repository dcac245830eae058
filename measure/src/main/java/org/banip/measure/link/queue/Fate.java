package org.banip.measure.link.queue;

/** What became of a packet that was put on a link. */
public enum Fate {
    /** It is on its way. */
    TAKEN,
    /** It did not fit into the queue. */
    DROPPED,
    /** It took its time on the link and did not arrive. */
    LOST,
    /** It arrived. */
    DELIVERED
}

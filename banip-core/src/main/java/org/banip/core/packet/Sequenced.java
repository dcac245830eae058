package org.banip.core.packet;

/** What takes numbers in a group's sequence: a packet, or the declaration that some were given up. */
public sealed interface Sequenced permits Packet, Gap {
    /** Index of the group in the BAN description. */
    int group();

    /** The first number it takes. */
    long sequence();

    /** The first number after it. */
    long nextSequence();
}

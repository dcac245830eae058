package org.banip.mbu.send;

import org.banip.core.packet.Gap;

/** Learns of gaps that were declared, on the encoding thread. */
@FunctionalInterface
public interface GapListener {
    /** A gap has taken its place in the spool. */
    void declared(Gap gap);
}

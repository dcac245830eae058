package org.banip.mbu.send;

import org.banip.core.packet.Gap;

/** Is told about declared gaps, on the encoding thread. */
@FunctionalInterface
public interface GapListener {
    /** A gap was put into the spool. */
    void declared(Gap gap);
}

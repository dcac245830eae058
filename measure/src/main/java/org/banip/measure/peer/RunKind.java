package org.banip.measure.peer;

import java.util.Locale;

/** What is to be found out in a run. */
public enum RunKind {
    /** How much gets through when there is always more. */
    CAPACITY,
    /** How late it is when there is room for all. */
    LOAD,
    /** What half a minute without coverage does. */
    OUTAGE,
    /** How much processor time it takes, without a link. */
    CPU;

    /** As in results. */
    String token() {
        return name().toLowerCase(Locale.ROOT);
    }
}

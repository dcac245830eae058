package org.banip.measure.peer;

import java.util.Locale;

/** Kinds of run. */
public enum RunKind {
    /** Transfer capacity: there is always more to send. */
    CAPACITY,
    /** Latency and bytes at a load that the link can carry. */
    LOAD,
    /** Effect of half a minute without coverage. */
    OUTAGE,
    /** Processor time, without a link. */
    CPU;

    /** The name in results. */
    String token() {
        return name().toLowerCase(Locale.ROOT);
    }
}

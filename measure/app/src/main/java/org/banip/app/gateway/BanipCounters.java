package org.banip.app.gateway;

import java.util.Map;
import java.util.TreeMap;

/**
 * What devices that speak BANip have brought since the gateway's start.
 *
 * @param sessions sessions that registered, repetitions not counted
 * @param packets packets that were stored, and acknowledged to the devices
 * @param refused requests that were refused
 * @param passedOver packets and gaps that were not given on, because they do not decode, or the MBU refuses them; the log says why
 * @param waiting packets and gaps in the store that are not in the spool of an MBU yet, by BAN
 */
public record BanipCounters(long sessions, long packets, long refused, long passedOver, Map<String, Long> waiting) {
    /** Copies. */
    public BanipCounters {
        waiting = Map.copyOf(new TreeMap<>(waiting));
    }

    /** All packets that wait. */
    public long waits() {
        return waiting.values().stream().mapToLong(Long::longValue).sum();
    }
}

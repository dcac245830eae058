package org.banip.gateway;

import java.util.Map;
import org.banip.mbu.MbuStatus;

/**
 * What a gateway has done since its start.
 *
 * @param taken messages that were taken, repetitions included
 * @param refused messages, requests, log-ins and connections that were refused
 * @param mbus the state of each MBU, by BAN; its counters begin again if it had given up
 * @param lost sensor sets that MBUs had taken, and that neither the host nor the spool's directory had when these gave up; by BAN, and only of BANs
 *     whose MBU has given up
 * @param kept sensor sets that wait in the spool's directory until the host has stored them; by BAN, zero without a directory
 */
public record GatewayCounters(
        long taken, long refused, Map<String, MbuStatus> mbus, Map<String, Long> lost, Map<String, Long> kept) {
    /** Copies. */
    public GatewayCounters {
        mbus = Map.copyOf(mbus);
        lost = Map.copyOf(lost);
        kept = Map.copyOf(kept);
    }
}

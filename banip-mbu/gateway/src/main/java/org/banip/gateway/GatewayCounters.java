package org.banip.gateway;

import java.util.Map;
import org.banip.mbu.MbuStatus;

/**
 * What a gateway has done since its start.
 *
 * @param taken messages that were taken, repetitions included
 * @param refused messages, requests, log-ins and connections that were refused
 * @param mbus the state of each MBU, by BAN; its counters begin again if it had given up
 * @param lost sensor sets that MBUs had taken, and that the host had not stored when these gave up; by BAN, and only of BANs whose MBU has given up
 */
public record GatewayCounters(long taken, long refused, Map<String, MbuStatus> mbus, Map<String, Long> lost) {
    /** Copies. */
    public GatewayCounters {
        mbus = Map.copyOf(mbus);
        lost = Map.copyOf(lost);
    }
}

package org.banip.wsb;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.banip.core.error.ErrorCode;

/**
 * Counters of a broker since its start, at one instant.
 *
 * @param requests received requests
 * @param active current requests
 * @param relayed requests that were relayed to the surrogate host
 * @param bytesUp body bytes passed to the host
 * @param bytesDown body bytes passed to MBUs
 * @param brokenByMbu relayed requests that ended because the MBU's connection broke
 * @param brokenByHost relayed requests that ended because the host's connection broke, or the host sent nothing for
 *     {@code host-silence-millis}
 * @param silent relayed requests ended because nothing moved for too long
 * @param revoked streams ended because the credentials or the grant were revoked
 * @param refused error answers of the broker itself, by error
 * @param logIns requests by the result of their log-in
 */
public record BrokerCounters(
        long requests,
        long active,
        long relayed,
        long bytesUp,
        long bytesDown,
        long brokenByMbu,
        long brokenByHost,
        long silent,
        long revoked,
        Map<ErrorCode, Long> refused,
        Map<LogIn, Long> logIns) {
    /** Copies. */
    public BrokerCounters {
        Map<ErrorCode, Long> copy = new EnumMap<>(ErrorCode.class);
        copy.putAll(refused);
        refused = Collections.unmodifiableMap(copy);
        Map<LogIn, Long> outcomes = new EnumMap<>(LogIn.class);
        outcomes.putAll(logIns);
        logIns = Collections.unmodifiableMap(outcomes);
    }

    /** Refusals with this error. */
    public long refusedFor(ErrorCode code) {
        return refused.getOrDefault(code, 0L);
    }

    /** Log-ins with this result. */
    public long logIns(LogIn outcome) {
        return logIns.getOrDefault(outcome, 0L);
    }
}

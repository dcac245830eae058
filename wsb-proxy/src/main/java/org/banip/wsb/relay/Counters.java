package org.banip.wsb.relay;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.banip.core.error.ErrorCode;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.LogIn;

/** Counters of the relay. Any thread. */
final class Counters {
    final LongAdder requests = new LongAdder();
    final LongAdder relayed = new LongAdder();
    final LongAdder bytesUp = new LongAdder();
    final LongAdder bytesDown = new LongAdder();
    final LongAdder brokenByMbu = new LongAdder();
    final LongAdder brokenByHost = new LongAdder();
    final LongAdder silent = new LongAdder();
    final LongAdder revoked = new LongAdder();

    private final Map<ErrorCode, LongAdder> refused = new EnumMap<>(ErrorCode.class);

    private final Map<LogIn, LongAdder> logIns = new EnumMap<>(LogIn.class);

    Counters() {
        for (LogIn outcome : LogIn.values()) {
            logIns.put(outcome, new LongAdder());
        }
        for (ErrorCode code : ErrorCode.values()) {
            refused.put(code, new LongAdder());
        }
    }

    void refuse(ErrorCode code) {
        increment(refused, code);
    }

    void logIn(LogIn outcome) {
        increment(logIns, outcome);
    }

    private static <K> void increment(Map<K, LongAdder> counts, K key) {
        LongAdder count = counts.get(key);
        if (count != null) {
            count.increment();
        }
    }

    /** Those that are not 0. */
    private static <K extends Enum<K>> Map<K, Long> sums(Class<K> type, Map<K, LongAdder> counts) {
        Map<K, Long> sums = new EnumMap<>(type);
        counts.forEach((key, count) -> {
            if (count.sum() > 0) {
                sums.put(key, count.sum());
            }
        });
        return sums;
    }

    BrokerCounters snapshot(long active) {
        return new BrokerCounters(
                requests.sum(),
                active,
                relayed.sum(),
                bytesUp.sum(),
                bytesDown.sum(),
                brokenByMbu.sum(),
                brokenByHost.sum(),
                silent.sum(),
                revoked.sum(),
                sums(ErrorCode.class, refused),
                sums(LogIn.class, logIns));
    }
}

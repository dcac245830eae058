package org.banip.wsb.relay;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.banip.core.error.ErrorCode;
import org.banip.wsb.BrokerCounters;

/** Counts what the relay does. Any thread. */
final class Counters {
    final LongAdder requests = new LongAdder();
    final LongAdder relayed = new LongAdder();
    final LongAdder bytesUp = new LongAdder();
    final LongAdder bytesDown = new LongAdder();
    final LongAdder brokenByMbu = new LongAdder();
    final LongAdder brokenByHost = new LongAdder();
    final LongAdder silent = new LongAdder();

    private final Map<ErrorCode, LongAdder> refused = new EnumMap<>(ErrorCode.class);

    Counters() {
        for (ErrorCode code : ErrorCode.values()) {
            refused.put(code, new LongAdder());
        }
    }

    void refuse(ErrorCode code) {
        LongAdder count = refused.get(code);
        if (count != null) {
            count.increment();
        }
    }

    BrokerCounters snapshot(long active) {
        Map<ErrorCode, Long> counts = new EnumMap<>(ErrorCode.class);
        refused.forEach((code, count) -> {
            if (count.sum() > 0) {
                counts.put(code, count.sum());
            }
        });
        return new BrokerCounters(
                requests.sum(),
                active,
                relayed.sum(),
                bytesUp.sum(),
                bytesDown.sum(),
                brokenByMbu.sum(),
                brokenByHost.sum(),
                silent.sum(),
                counts);
    }
}

package org.banip.surrogate.jini.subscription;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what becomes of subscriptions. Any thread. */
final class Counters {
    private final LongAdder begun = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final Map<SubscriptionEnd, LongAdder> ended = new EnumMap<>(SubscriptionEnd.class);

    Counters() {
        for (SubscriptionEnd reason : SubscriptionEnd.values()) {
            ended.put(reason, new LongAdder());
        }
    }

    void granted() {
        begun.increment();
    }

    void refused() {
        refused.increment();
    }

    void answered(int newEvents, int newBytes) {
        calls.increment();
        events.add(newEvents);
        bytes.add(newBytes);
    }

    void ended(SubscriptionEnd reason) {
        LongAdder counter = ended.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    SubscriptionCounts now(int open) {
        Map<SubscriptionEnd, Long> byReason = new EnumMap<>(SubscriptionEnd.class);
        ended.forEach((reason, counter) -> byReason.put(reason, counter.sum()));
        return new SubscriptionCounts(
                open, begun.sum(), refused.sum(), byReason, calls.sum(), events.sum(), bytes.sum());
    }
}

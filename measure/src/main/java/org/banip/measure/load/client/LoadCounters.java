package org.banip.measure.load.client;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/** What the MBUs of a process did. Any thread. */
final class LoadCounters {
    final LongAdder registered = new LongAdder();
    /** MBUs whose two connections are open and whose host has been heard. */
    final AtomicLong ready = new AtomicLong();

    final LongAdder refused = new LongAdder();
    final LongAdder lost = new LongAdder();
    final LongAdder sent = new LongAdder();
    final LongAdder resent = new LongAdder();
    final LongAdder acknowledged = new LongAdder();
    private final ConcurrentMap<String, LongAdder> refusals = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, LongAdder> errors = new ConcurrentHashMap<>();

    void refuse(String why) {
        refusals.computeIfAbsent(why, token -> new LongAdder()).increment();
        refused.increment();
    }

    void error(String token) {
        errors.computeIfAbsent(token, unused -> new LongAdder()).increment();
    }

    /** Adds them to an event. */
    JsonWriter writeTo(JsonWriter event) {
        event.field("registered", registered.sum())
                .field("ready", ready.get())
                .field("refused", refused.sum())
                .field("lost", lost.sum())
                .field("sent", sent.sum())
                .field("resent", resent.sum())
                .field("acknowledged", acknowledged.sum());
        write(event.beginObject("refusals"), refusals);
        write(event.beginObject("errors"), errors);
        return event;
    }

    private static void write(JsonWriter event, Map<String, LongAdder> numbers) {
        numbers.forEach((token, number) -> event.field(token, number.sum()));
        event.endObject();
    }

    /** Reads numbers by token that were written so. */
    static Map<String, Long> byToken(JsonObject event, String name) {
        JsonObject object = event.object(name);
        Map<String, Long> numbers = new TreeMap<>();
        object.names().forEach(token -> numbers.put(token, object.integer(token, 0, Long.MAX_VALUE)));
        return numbers;
    }
}

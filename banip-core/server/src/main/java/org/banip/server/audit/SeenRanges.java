package org.banip.server.audit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What somebody has seen of a BAN: for each group the sequence numbers, and the sampling instants of its first and last sensor set. Any thread. */
public final class SeenRanges {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** By group. Guarded by the monitor. */
    private final Map<String, Range> seen = new LinkedHashMap<>();

    /** Nothing yet. */
    public SeenRanges() {}

    private static final class Range {
        long firstSequence = Long.MAX_VALUE;
        long nextSequence;
        long fromNanos = Long.MAX_VALUE;
        long toNanos = Long.MIN_VALUE;
        long sets;
    }

    /** A packet is shown. */
    public synchronized void add(SeenPacket packet) {
        Range range = seen.computeIfAbsent(packet.group(), name -> new Range());
        range.firstSequence = Math.min(range.firstSequence, packet.sequence());
        range.nextSequence = Math.max(range.nextSequence, packet.sequence() + 1);
        range.fromNanos = Math.min(range.fromNanos, packet.fromNanos());
        range.toNanos = Math.max(range.toNanos, packet.toNanos());
        range.sets += packet.sets();
    }

    /**
     * Adds the field {@code seen} to an entry.
     *
     * @param numbered whether sequence numbers tell something: not of a reduced view
     */
    public synchronized AuditEntry addTo(AuditEntry entry, boolean numbered) {
        List<Map<String, Object>> all = new ArrayList<>();
        seen.forEach((group, range) -> all.add(fields(group, range, numbered)));
        return entry.withObjects("seen", all);
    }

    private static Map<String, Object> fields(String group, Range range, boolean numbered) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("group", group);
        if (numbered) {
            fields.put("sequence", range.firstSequence);
            fields.put("nextSequence", range.nextSequence);
        }
        fields.put("sets", range.sets);
        fields.put("fromTime", instant(range.fromNanos));
        fields.put("toTime", instant(range.toNanos));
        return fields;
    }

    private static String instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND))
                .toString();
    }
}

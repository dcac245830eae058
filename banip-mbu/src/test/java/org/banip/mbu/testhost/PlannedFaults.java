package org.banip.mbu.testhost;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The faults that the next requests of each kind have. Any thread. */
final class PlannedFaults {
    private final Map<TestHost.Kind, Deque<Fault>> faults = new EnumMap<>(TestHost.Kind.class);

    synchronized void add(TestHost.Kind kind, Fault... next) {
        faults.computeIfAbsent(kind, any -> new ArrayDeque<>()).addAll(List.of(next));
    }

    /** That of the request that comes now. */
    synchronized Fault next(TestHost.Kind kind) {
        Deque<Fault> waiting = faults.get(kind);
        return waiting == null || waiting.isEmpty() ? Fault.NONE : waiting.remove();
    }

    synchronized int left(TestHost.Kind kind) {
        Deque<Fault> waiting = faults.get(kind);
        return waiting == null ? 0 : waiting.size();
    }

    synchronized void clear(TestHost.Kind kind) {
        faults.remove(kind);
    }
}

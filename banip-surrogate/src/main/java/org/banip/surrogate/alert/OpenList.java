package org.banip.surrogate.alert;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Open alerts of a store.
 *
 * @param alerts the most urgent first, at most 10,000
 * @param numbers how many there are of each priority, those included that are not in the list
 */
record OpenList(List<Alert> alerts, Map<Priority, Long> numbers) {
    long total() {
        return numbers.values().stream().mapToLong(Long::longValue).sum();
    }

    boolean isCut() {
        return total() > alerts.size();
    }

    Map<Priority, Long> byPriority() {
        Map<Priority, Long> all = new EnumMap<>(Priority.class);
        for (Priority priority : Priority.values()) {
            all.put(priority, numbers.getOrDefault(priority, 0L));
        }
        return all;
    }
}

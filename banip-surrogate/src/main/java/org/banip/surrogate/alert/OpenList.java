package org.banip.surrogate.alert;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Open alerts of a store.
 *
 * @param alerts first those that nobody has acknowledged, then by priority, then the newest; at most 10,000
 * @param numbers how many there are of each BAN and priority, those included that are not in the list
 */
public record OpenList(List<Alert> alerts, Map<String, Map<Priority, Long>> numbers) {
    /** How many there are. */
    public long total() {
        return numbers.values().stream().mapToLong(OpenList::sum).sum();
    }

    private static long sum(Map<Priority, Long> ofBan) {
        return ofBan.values().stream().mapToLong(Long::longValue).sum();
    }

    boolean isCut() {
        return total() > alerts.size();
    }

    Map<Priority, Long> byPriority() {
        Map<Priority, Long> all = new EnumMap<>(Priority.class);
        for (Priority priority : Priority.values()) {
            all.put(priority, 0L);
        }
        numbers.values().forEach(ofBan -> ofBan.forEach((priority, number) -> all.merge(priority, number, Long::sum)));
        return all;
    }

    /** Keeps the alerts of some BANs, {@code most} at most. The BANs take turns, so that the list has the most urgent alert of each. */
    public OpenList of(Predicate<String> bans, int most) {
        Map<String, Map<Priority, Long>> ofThem = new TreeMap<>(numbers);
        ofThem.keySet().removeIf(bans.negate());
        List<Alert> all =
                alerts.stream().filter(alert -> bans.test(alert.ban())).toList();
        return new OpenList(all.size() <= most ? all : inTurns(all, most), ofThem);
    }

    private static List<Alert> inTurns(List<Alert> all, int most) {
        Map<String, Integer> seen = new HashMap<>();
        Map<Integer, Integer> sizes = new TreeMap<>();
        List<Integer> turns = new ArrayList<>();
        for (Alert alert : all) {
            int turn = seen.merge(alert.ban(), 1, Integer::sum);
            turns.add(turn);
            sizes.merge(turn, 1, Integer::sum);
        }
        Map<Integer, Integer> places = new HashMap<>();
        int left = most;
        for (Map.Entry<Integer, Integer> turn : sizes.entrySet()) {
            int taken = Math.min(left, turn.getValue());
            places.put(turn.getKey(), taken);
            left -= taken;
        }
        List<Alert> taken = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (places.merge(turns.get(i), -1, Integer::sum) >= 0) {
                taken.add(all.get(i));
            }
        }
        return taken;
    }

    /** How many alerts of a BAN are not in the list, of each BAN that has some; the BANs with most of them first. */
    public Map<String, Long> missing() {
        Map<String, Long> missing = new HashMap<>();
        numbers.forEach((ban, ofBan) -> missing.put(ban, sum(ofBan)));
        alerts.forEach(alert -> missing.merge(alert.ban(), -1L, Long::sum));
        Map<String, Long> sorted = new LinkedHashMap<>();
        missing.entrySet().stream()
                .filter(ban -> ban.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .forEach(ban -> sorted.put(ban.getKey(), ban.getValue()));
        return sorted;
    }
}

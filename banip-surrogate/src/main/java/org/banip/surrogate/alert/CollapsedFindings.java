package org.banip.surrogate.alert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.jspecify.annotations.Nullable;

/**
 * Reports that wait, with less of them: of each session, detector and kind the end of what was told before, and then the last beginning and the end of
 * that. What began earlier and was over when it began again is left out. So the last state of each is what it was, and what is open in the store ends
 * before it begins anew.
 */
final class CollapsedFindings {
    private final List<@Nullable Report> kept = new ArrayList<>();
    /** Where in {@link #kept} the last beginning and the end after it are; after the last watch that began anew. */
    private final Map<Key, Integer> begun = new HashMap<>();

    private final Map<Key, Integer> ended = new HashMap<>();
    private int left;

    private record Key(UUID session, String detector, String kind) {
        static Key of(Found found) {
            Finding finding = found.finding();
            return new Key(found.session(), finding.detector(), finding.kind());
        }
    }

    /** Collapses reports of one BAN and one who finds, in their order. */
    CollapsedFindings(List<Report> waiting) {
        Map<UUID, Integer> last = new HashMap<>();
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i) instanceof Watching watching) {
                last.put(watching.session(), i);
            }
        }
        Map<UUID, Watching> before = new HashMap<>();
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i) instanceof Found found) {
                add(found);
            } else if (waiting.get(i) instanceof Watching watching) {
                UUID session = watching.session();
                boolean isLast = last.getOrDefault(session, i) == i;
                if (isLast || !isCovered(watching, before.get(session))) {
                    before.put(session, watching);
                    add(watching);
                }
            } else {
                kept.add(waiting.get(i)); // few: each group delivers for the first time once
            }
        }
    }

    private void add(Watching watching) {
        begun.keySet().removeIf(key -> key.session().equals(watching.session()));
        ended.keySet().removeIf(key -> key.session().equals(watching.session()));
        kept.add(watching);
    }

    /** Whether a watch that is not the last one ends only what has begun since an earlier one. */
    private static boolean isCovered(Watching watching, @Nullable Watching before) {
        return before != null && watching.holdsAllOf(before);
    }

    private void add(Found found) {
        Key key = Key.of(found);
        Integer before = begun.get(key);
        Integer end = ended.remove(key);
        if (!found.finding().begins()) {
            drop(end);
            ended.put(key, kept.size());
            kept.add(found);
        } else if (before == null) { // an end before it is of what was told before
            begun.put(key, kept.size());
            kept.add(found);
        } else {
            drop(end);
            kept.set(before, found);
            left++;
        }
    }

    private void drop(@Nullable Integer place) {
        if (place != null) {
            kept.set(place, null);
        }
    }

    List<Report> kept() {
        List<Report> all = new ArrayList<>(kept.size());
        kept.stream().filter(Objects::nonNull).forEach(all::add);
        return all;
    }

    /** How many beginnings are left out. */
    int left() {
        return left;
    }
}

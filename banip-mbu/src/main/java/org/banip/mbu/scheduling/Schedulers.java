package org.banip.mbu.scheduling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.banip.mbu.spi.PathScheduler;

/** The schedulers by name. */
public final class Schedulers {
    private static final Map<String, Supplier<PathScheduler>> ALL = all();

    private Schedulers() {}

    private static Map<String, Supplier<PathScheduler>> all() {
        Map<String, Supplier<PathScheduler>> all = new LinkedHashMap<>();
        all.put("default", ByUrgency::new);
        all.put("lowest-rtt", LowestRtt::new);
        all.put("ecf", EarliestCompletion::new);
        all.put("blest", Blest::new);
        all.put("weighted", Weighted::new);
        all.put("redundant", Redundant::new);
        all.put("failover", Failover::new);
        all.put("reachability", Reachability::new);
        all.put("cost", Cost::new);
        return all;
    }

    /** The names. */
    public static List<String> names() {
        return Collections.unmodifiableList(new ArrayList<>(ALL.keySet()));
    }

    /**
     * A new scheduler of this name.
     *
     * @throws IllegalArgumentException with the known names, if there is none
     */
    public static PathScheduler named(String name) {
        Supplier<PathScheduler> known = ALL.get(name);
        if (known == null) {
            throw new IllegalArgumentException("scheduler '" + name + "' is not one of " + ALL.keySet());
        }
        return known.get();
    }
}

package org.banip.mbu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;

/** The groups whose newest packets go first after an outage, and the groups that have what is late of them. */
final class NewestFirst {
    private static final String SUFFIX = "-late";
    /** What is late already is never too late. */
    private static final Duration BOUND = Duration.ofDays(1);

    private final Set<String> names = new LinkedHashSet<>();

    void add(String group) {
        names.add(group);
    }

    /** The groups, and behind them those that have what is late. */
    List<SensorGroup> describe(List<SensorGroup> groups, String ban) {
        List<SensorGroup> all = new ArrayList<>();
        List<SensorGroup> late = new ArrayList<>();
        for (SensorGroup group : groups) {
            String as = group.name() + SUFFIX;
            boolean named = names.contains(group.name());
            all.add(named ? group.lateAs(as) : group);
            if (named) {
                late.add(new SensorGroup(as, group.frequency(), ServiceClass.BULK, BOUND, group.channels()));
            }
        }
        if (late.size() < names.size()) {
            throw GroupNames.lacking("newest first", names, groups, ban);
        }
        all.addAll(late);
        return all;
    }

    /** The chains of single groups. Packets move as they are, so both groups have the same chain. */
    static Map<String, String> chains(List<SensorGroup> groups, Map<String, String> given) {
        Map<String, String> chains = new LinkedHashMap<>(given);
        for (SensorGroup group : groups) {
            if (group.lateAs().isPresent()) {
                chains.remove(group.lateAs().get());
                Optional.ofNullable(given.get(group.name()))
                        .ifPresent(chain -> chains.put(group.lateAs().get(), chain));
            }
        }
        return chains;
    }
}

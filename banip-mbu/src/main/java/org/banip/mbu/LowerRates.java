package org.banip.mbu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.Thinning;
import org.banip.mbu.command.GroupRates;

/** The groups that the app allows to be sent at a lower rate, and the groups that have their signals then. */
final class LowerRates {
    private static final String SUFFIX = "-reduced";

    private record LowerRate(Frequency lowest, Thinning how) {}

    private final Map<String, LowerRate> rates = new LinkedHashMap<>();

    void add(String group, Frequency lowest, Thinning.Kind kind, int priority) {
        rates.put(group, new LowerRate(lowest, new Thinning(group + SUFFIX, kind, priority)));
    }

    /** The app's groups, and behind them those of the lower rates. */
    List<SensorGroup> describe(List<SensorGroup> groups, String ban) {
        List<SensorGroup> all = new ArrayList<>();
        List<SensorGroup> reduced = new ArrayList<>();
        for (SensorGroup group : groups) {
            LowerRate rate = rates.get(group.name());
            all.add(rate == null ? group : group.thinned(rate.how));
            if (rate != null) {
                reduced.add(new SensorGroup(
                        rate.how.as(), rate.lowest, group.serviceClass(), group.latencyBound(), group.channels()));
            }
        }
        if (reduced.size() < rates.size()) {
            throw GroupNames.lacking("a lower rate", rates.keySet(), groups, ban);
        }
        all.addAll(reduced);
        return all;
    }

    /** The full and the lower rate of each group that has both. */
    List<GroupRates> rates(List<SensorGroup> groups) {
        List<GroupRates> all = new ArrayList<>();
        for (SensorGroup group : groups) {
            LowerRate rate = rates.get(group.name());
            if (rate != null) {
                all.add(new GroupRates(group.name(), group.frequency(), rate.lowest));
            }
        }
        return all;
    }

    /** The chains of single groups. A group of a lower rate has the chain of its full rate, unless it has one of its own. */
    Map<String, String> chains(Map<String, String> given) {
        Map<String, String> chains = new LinkedHashMap<>(given);
        rates.forEach((group, rate) -> {
            String chain = given.get(group);
            if (chain != null) {
                chains.putIfAbsent(rate.how.as(), chain);
            }
        });
        return chains;
    }
}

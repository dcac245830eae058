package org.banip.core.ban;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/** The rules for the groups of a BAN that may be thinned, and for those that have their signal at a lower rate. */
final class ThinnedGroups {
    private static final int MOST_TIMES = 100;

    private ThinnedGroups() {}

    static void check(List<SensorGroup> groups) {
        Set<String> taken = new HashSet<>();
        for (SensorGroup group : groups) {
            if (group.thinning().isPresent()) {
                String as = group.thinning().get().as();
                check(group, named(groups, as).orElseThrow(() -> invalid(group, as, "the BAN lacks that group")));
                if (!taken.add(as)) {
                    throw invalid(group, as, "so is another group");
                }
            }
        }
    }

    private static Optional<SensorGroup> named(List<SensorGroup> groups, String name) {
        return groups.stream().filter(group -> group.name().equals(name)).findFirst();
    }

    private static void check(SensorGroup group, SensorGroup reduced) {
        if (group.serviceClass() == ServiceClass.ALARM) {
            throw invalid(group, reduced.name(), "alarms are never thinned");
        }
        if (reduced.events().isPresent()) {
            throw invalid(group, reduced.name(), "that group has events");
        }
        if (reduced.thinning().isPresent()) {
            throw invalid(group, reduced.name(), "that group is thinned itself");
        }
        if (reduced.serviceClass() != group.serviceClass()
                || !reduced.channels().equals(group.channels())) {
            throw invalid(group, reduced.name(), "service class and channels must be the same");
        }
        int times = group.frequency().timesOf(reduced.frequency()).orElse(0);
        if (times < 2 || times > MOST_TIMES) {
            throw invalid(
                    group,
                    reduced.name(),
                    group.frequency() + " Hz must be a whole multiple of " + reduced.frequency() + " Hz, 2 to "
                            + MOST_TIMES + " times");
        }
    }

    private static BanipException invalid(SensorGroup group, String as, String why) {
        return new BanipException(
                ErrorCode.INVALID_DESCRIPTION,
                "group " + group.name() + " is thinned as " + Quoted.of(as) + ": " + why);
    }
}

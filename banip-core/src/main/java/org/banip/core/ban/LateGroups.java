package org.banip.core.ban;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/** The rules for the groups of a BAN whose packets move to another group after an outage, and for those other groups. */
final class LateGroups {
    private LateGroups() {}

    static void check(List<SensorGroup> groups) {
        Set<String> taken = new HashSet<>();
        for (SensorGroup group : groups) {
            group.thinning().ifPresent(thinning -> taken.add(thinning.as()));
        }
        for (SensorGroup group : groups) {
            if (group.lateAs().isPresent()) {
                String as = group.lateAs().get();
                check(group, named(groups, as).orElseThrow(() -> invalid(group, as, "the BAN lacks that group")));
                if (!taken.add(as)) {
                    throw invalid(group, as, "another group is late or thinned as the same");
                }
            }
        }
    }

    private static Optional<SensorGroup> named(List<SensorGroup> groups, String name) {
        return groups.stream().filter(group -> group.name().equals(name)).findFirst();
    }

    private static void check(SensorGroup group, SensorGroup late) {
        if (group.serviceClass() != ServiceClass.LIVE) {
            throw invalid(group, late.name(), "its service class must be live");
        }
        if (late.serviceClass() != ServiceClass.BULK) {
            throw invalid(group, late.name(), "the service class of that group must be bulk");
        }
        if (late.lateAs().isPresent() || late.thinning().isPresent()) {
            throw invalid(group, late.name(), "that group is late or thinned itself");
        }
        if (!late.frequency().equals(group.frequency()) || !late.channels().equals(group.channels())) {
            throw invalid(group, late.name(), "frequency and channels must be the same");
        }
    }

    private static BanipException invalid(SensorGroup group, String as, String why) {
        return new BanipException(
                ErrorCode.INVALID_DESCRIPTION, "group " + group.name() + " is late as " + Quoted.of(as) + ": " + why);
    }
}

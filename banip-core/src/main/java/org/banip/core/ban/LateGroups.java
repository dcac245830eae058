package org.banip.core.ban;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * Which group of a BAN has what is late of which live group after an outage, and the rules for both. Groups are named by their number. Immutable, any
 * thread.
 */
public final class LateGroups {
    private static final int NONE = -1;

    private final int[] lateOf;
    private final int[] filledBy;

    private LateGroups(int[] lateOf) {
        this.lateOf = lateOf;
        filledBy = new int[lateOf.length];
        Arrays.fill(filledBy, NONE);
        for (int group = 0; group < lateOf.length; group++) {
            if (lateOf[group] != NONE) {
                filledBy[lateOf[group]] = group;
            }
        }
    }

    /** The late groups among the groups of a BAN. */
    public static LateGroups among(List<SensorGroup> groups) {
        List<String> names = groups.stream().map(SensorGroup::name).collect(Collectors.toList());
        return new LateGroups(groups.stream()
                .mapToInt(group -> group.lateAs().map(names::indexOf).orElse(NONE))
                .toArray());
    }

    /** The group that the packets of a group move to after an outage; -1 if they stay. */
    public int lateOf(int group) {
        return lateOf[group];
    }

    /** The group whose gaps a group fills, because it has what is late of it; -1 if it fills none. */
    public int filledBy(int group) {
        return filledBy[group];
    }

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
        if (late.events().isPresent()) {
            throw invalid(group, late.name(), "that group has events");
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

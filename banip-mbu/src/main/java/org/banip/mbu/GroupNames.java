package org.banip.mbu;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;

/** Names of groups that a BAN must have. */
final class GroupNames {
    private GroupNames() {}

    /** What to throw when a BAN does not have all groups that a setting names. */
    static IllegalArgumentException lacking(
            String setting, Collection<String> wanted, List<SensorGroup> groups, String ban) {
        List<String> known = groups.stream().map(SensorGroup::name).collect(Collectors.toList());
        Set<String> unknown = new LinkedHashSet<>(wanted);
        known.forEach(unknown::remove);
        return new IllegalArgumentException(setting + " for " + String.join(", ", unknown) + ": BAN " + ban
                + " has no such group; it has " + String.join(", ", known));
    }
}

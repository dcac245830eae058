package org.banip.core.ban;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * The BAN and its sensor groups. It is agreed at registration and does not change during the session. A group's number on the wire is its index
 * in {@code groups}.
 *
 * @param id name of the BAN in the back-end, 1 to 64 characters from {@code A-Z a-z 0-9 . _ -}; a pseudonym, not a patient's name
 * @param groups 1 to 64 groups with different names
 */
public record BanDescription(String id, List<SensorGroup> groups) {
    /** Maximum number of groups in a BAN. */
    public static final int MAX_GROUPS = 64;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** Checks every field and copies the list. */
    public BanDescription {
        if (!ID.matcher(id).matches()) {
            throw invalid("BAN id " + Quoted.of(id) + " must be 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        groups = Collections.unmodifiableList(new ArrayList<>(groups));
        if (groups.isEmpty() || groups.size() > MAX_GROUPS) {
            throw invalid("BAN " + id + ": " + groups.size() + " groups, allowed are 1 to " + MAX_GROUPS);
        }
        Set<String> names = new HashSet<>();
        for (SensorGroup group : groups) {
            if (!names.add(group.name())) {
                throw invalid("BAN " + id + ": two groups are named " + group.name());
            }
        }
        ThinnedGroups.check(groups);
        LateGroups.check(groups);
    }

    /** The number of the group that the packets of a group move to after an outage; empty if they stay. */
    public OptionalInt lateGroupOf(int group) {
        int late = LateGroups.among(groups).lateOf(group);
        return late < 0 ? OptionalInt.empty() : OptionalInt.of(late);
    }

    /** Whether it describes the same BAN, and its first groups are all of the former description's. */
    public boolean continues(BanDescription former) {
        return id.equals(former.id)
                && groups.size() >= former.groups.size()
                && groups.subList(0, former.groups.size()).equals(former.groups);
    }

    private static BanipException invalid(String message) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, message);
    }
}

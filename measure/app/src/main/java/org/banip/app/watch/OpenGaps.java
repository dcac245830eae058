package org.banip.app.watch;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;
import org.banip.core.ban.LateGroups;
import org.banip.core.ban.SensorGroup;

/** The gaps of groups whose missing sensor sets may come later in another group, as far as they have not come. One thread at a time. */
final class OpenGaps {
    private static final int MOST = 1000;

    private record Units(int group, long originNanos, long first, long end) {
        /** How many of these units are among others. */
        long among(Units other) {
            boolean sameGrid = other.group == group && other.originNanos == originNanos;
            return sameGrid ? Math.max(0, Math.min(end, other.end) - Math.max(first, other.first)) : 0;
        }

        Stream<Units> without(Units other) {
            if (among(other) == 0) {
                return Stream.of(this);
            }
            Units before = new Units(group, originNanos, first, other.first);
            Units after = new Units(group, originNanos, other.end, end);
            return Stream.of(before, after).filter(part -> part.first < part.end);
        }
    }

    private final int groups;
    private final LateGroups late;
    private final ArrayDeque<Units> gaps = new ArrayDeque<>();

    /** No gaps yet of these groups. */
    OpenGaps(List<SensorGroup> groups) {
        this.groups = groups.size();
        late = LateGroups.among(groups);
    }

    /** Whether a group has what is late of another one. A group that the BAN lacks has not. */
    boolean fills(int group) {
        return group < groups && late.filledBy(group) >= 0;
    }

    /**
     * Sensor sets of a group are missing; they are remembered if another group fills this one. Beyond a thousand gaps the oldest is forgotten: it
     * stays missing.
     */
    void add(int group, long originNanos, long firstUnit, long units) {
        if (group < groups && late.lateOf(group) >= 0) {
            gaps.add(new Units(group, originNanos, firstUnit, firstUnit + units));
            if (gaps.size() > MOST) {
                gaps.remove();
            }
        }
    }

    /** How many missing sensor sets these ones of the other group are. They are missing no longer. */
    long filled(int group, long originNanos, long firstUnit, long units) {
        Units sets = new Units(late.filledBy(group), originNanos, firstUnit, firstUnit + units);
        long sum = 0;
        for (int left = gaps.size(); left > 0; left--) {
            Units gap = gaps.remove();
            sum += sets.among(gap);
            gap.without(sets).forEach(gaps::add);
        }
        return sum;
    }
}

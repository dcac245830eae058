package org.banip.app.watch;

import java.util.ArrayDeque;
import java.util.List;
import org.banip.core.ban.LateGroups;
import org.banip.core.ban.SensorGroup;

/** The gaps of groups whose missing sensor sets may come later in another group. One thread at a time. */
final class OpenGaps {
    private static final int MOST = 1000;

    private record Gap(int group, long originNanos, long firstUnit, long endUnit) {
        /** How many of these units are inside. */
        long covers(int of, long origin, long from, long end) {
            boolean sameGrid = of == group && origin == originNanos;
            return sameGrid ? Math.max(0, Math.min(end, endUnit) - Math.max(from, firstUnit)) : 0;
        }
    }

    private final LateGroups late;
    private final ArrayDeque<Gap> gaps = new ArrayDeque<>();

    /** No gaps yet of these groups. */
    OpenGaps(List<SensorGroup> groups) {
        late = LateGroups.among(groups);
    }

    /** Whether a group has what is late of another one. */
    boolean fills(int group) {
        return late.filledBy(group) >= 0;
    }

    /** Sensor sets of a group are missing. Beyond a thousand gaps the oldest is forgotten: it stays missing. */
    void add(int group, long originNanos, long firstUnit, long units) {
        gaps.add(new Gap(group, originNanos, firstUnit, firstUnit + units));
        if (gaps.size() > MOST) {
            gaps.remove();
        }
    }

    /** How many missing sensor sets these ones of the other group are. */
    long filled(int group, long originNanos, long firstUnit, long units) {
        int of = late.filledBy(group);
        long sum = 0;
        for (Gap gap : gaps) {
            sum += gap.covers(of, originNanos, firstUnit, firstUnit + units);
        }
        return sum;
    }
}

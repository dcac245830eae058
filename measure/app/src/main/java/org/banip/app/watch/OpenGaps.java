package org.banip.app.watch;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    /** For each group the one that it fills, or -1. */
    private final int[] fills;

    private final ArrayDeque<Units> gaps = new ArrayDeque<>();

    /** No gaps yet of these groups. */
    OpenGaps(List<SensorGroup> groups) {
        fills = new int[groups.size()];
        for (int group = 0; group < fills.length; group++) {
            fills[group] = -1;
            for (int other = 0; other < fills.length; other++) {
                String late = groups.get(other).lateAs().orElse("");
                if (late.equals(groups.get(group).name())) {
                    fills[group] = other;
                }
            }
        }
    }

    /** Whether a group has what is late of another one. */
    boolean fills(int group) {
        return fills[group] >= 0;
    }

    /**
     * Sensor sets of a group are missing; they are remembered if another group fills this one. Beyond a thousand gaps the oldest is forgotten: it
     * stays missing.
     */
    void add(int group, long originNanos, long firstUnit, long units) {
        if (IntStream.of(fills).anyMatch(filled -> filled == group)) {
            gaps.add(new Units(group, originNanos, firstUnit, firstUnit + units));
            if (gaps.size() > MOST) {
                gaps.remove();
            }
        }
    }

    /** How many missing sensor sets these ones of the other group are. They are missing no longer. */
    long filled(int group, long originNanos, long firstUnit, long units) {
        Units sets = new Units(fills[group], originNanos, firstUnit, firstUnit + units);
        long sum = 0;
        for (int left = gaps.size(); left > 0; left--) {
            Units gap = gaps.remove();
            sum += sets.among(gap);
            gap.without(sets).forEach(gaps::add);
        }
        return sum;
    }
}

package org.banip.mbu.send;

import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.thinning.Decimator;

/**
 * A group that may be thinned, and the group that has its signal at the lower rate meanwhile. While it is thinned, its sensor sets become a gap, and
 * those of the lower rate take their place in the other group, on a sampling grid of their own for each stretch. Belongs to the encoding thread,
 * except the order of the host.
 */
final class ThinnedGroup {
    /** What the stages behind it do. */
    interface Path {
        /** Sensor sets enter a group's chain. */
        void encode(int group, Block sets);

        /** A group's chain must release what it holds back. */
        void release(int group);

        /** Sensor sets of a group are not encoded; a gap for them follows. */
        void skip(int group, long originNanos, long firstUnit, int units);

        /** The number after the last unit of a packet that would begin with this unit. */
        long packetEnd(int group, long unit);

        /** Time until the signal of a group reaches this unit; {@link Long#MAX_VALUE} if that is not known or if there is no room for a gap. */
        long nanosUntil(int group, long originNanos, long unit);

        /** Sensor sets of a group are given up. */
        void giveUp(int group, long originNanos, long firstUnit, long units, Gap.Reason reason);
    }

    /**
     * What is given up is declared in gaps of the length of a packet, so that the host knows as at the full rate that the sensor is not silent. But a
     * gap has at least this length, so that gaps do not take what thinning saves.
     */
    private static final long SHORTEST_GAP_NANOS = 1_000_000_000L;
    /** And at most this one, so that the store is never further behind. */
    private static final long LONGEST_GAP_NANOS = 10_000_000_000L;

    final int group;
    final int reduced;
    private final SensorGroup description;
    private final GroupCounters counters;
    private final GroupCounters reducedCounters;
    private final Decimator decimator;
    private final Path path;
    private final Block made = new Block(256);

    /** Whether the host wants the lower rate, also if the link carries everything. Any thread. */
    volatile boolean ordered;

    private boolean thinned;
    long unitsGivenUp;
    long unitsOfLowerRate;

    // Of the stretch.
    private boolean begun;
    private long originNanos;
    private long nextUnit;
    /** The first unit that is not declared as a gap yet. */
    private long gapUnit;
    /** The next gap is declared when it has all units before this one, or when they are late. */
    private long gapEnd;

    /**
     * A group at its full rate.
     *
     * @param group its number
     * @param reduced number of the group with the lower rate
     */
    ThinnedGroup(
            int group,
            int reduced,
            SensorGroup description,
            GroupCounters counters,
            GroupCounters reducedCounters,
            Decimator decimator,
            Path path) {
        this.group = group;
        this.reduced = reduced;
        this.description = description;
        this.counters = counters;
        this.reducedCounters = reducedCounters;
        this.decimator = decimator;
        this.path = path;
    }

    boolean isThinned() {
        return thinned;
    }

    void begin() {
        thinned = true;
        counters.thinned.set(true);
        unitsGivenUp = 0;
        unitsOfLowerRate = 0;
        path.release(group);
    }

    void end() {
        settle();
        path.release(reduced);
        thinned = false;
        counters.thinned.set(false);
    }

    /** Takes sensor sets at the full rate. */
    void take(Block sets) {
        if (begun && (sets.originNanos() != originNanos || sets.firstUnit() != nextUnit)) {
            settle();
        }
        if (!begun) {
            begun = true;
            originNanos = sets.originNanos();
            beginGap(sets.firstUnit());
            decimator.begin(instantOf(gapUnit));
        }
        nextUnit = sets.firstUnit() + sets.unitCount();
        unitsGivenUp += sets.unitCount();
        path.skip(group, originNanos, sets.firstUnit(), sets.unitCount());
        decimator.take(sets, made);
        encodeMade();
        if (nextUnit >= gapEnd) {
            declare();
        }
    }

    private void beginGap(long unit) {
        gapUnit = unit;
        long packet = path.packetEnd(group, unit);
        gapEnd = Math.min(Math.max(packet, unitAfter(unit, SHORTEST_GAP_NANOS)), unitAfter(unit, LONGEST_GAP_NANOS));
    }

    /** The first unit that is this much later. */
    private long unitAfter(long unit, long nanos) {
        return description.frequency().unitAtOrAfter(description.frequency().nanosOfUnit(unit) + nanos);
    }

    /** Declares what is given up if the sensor sets that complete a gap are late. Returns the time until that is to be asked again. */
    long declareIfLate() {
        if (!begun || nextUnit == gapUnit) {
            return Long.MAX_VALUE;
        }
        long until = path.nanosUntil(group, originNanos, gapEnd);
        if (until > 0) {
            return until;
        }
        declare();
        return Long.MAX_VALUE;
    }

    /** Ends the stretch: declares all of it as a gap, and encodes the last sensor sets of the lower rate. */
    void settle() {
        if (begun) {
            declare();
            decimator.finish(made);
            encodeMade();
            begun = false;
        }
    }

    private void encodeMade() {
        int units = made.unitCount();
        if (units > 0) {
            unitsOfLowerRate += units;
            reducedCounters.unitsProduced.addAndGet(units);
            reducedCounters.unitsEntered.addAndGet(units);
            reducedCounters.bytesRaw.addAndGet(made.length());
            path.encode(reduced, made);
        }
    }

    private void declare() {
        if (nextUnit > gapUnit) {
            path.giveUp(group, originNanos, gapUnit, nextUnit - gapUnit, Gap.Reason.THINNED);
            counters.unitsReduced.addAndGet(nextUnit - gapUnit);
            beginGap(nextUnit);
        }
    }

    private long instantOf(long unit) {
        return description.frequency().instantNanos(originNanos, unit);
    }
}

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

        /** Sensor sets of a group are given up. */
        void giveUp(int group, long originNanos, long firstUnit, long units, Gap.Reason reason);
    }

    /** A longer gap is declared in parts, so that the store is never further behind. */
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
            gapUnit = sets.firstUnit();
            decimator.begin(instantOf(gapUnit));
        }
        nextUnit = sets.firstUnit() + sets.unitCount();
        unitsGivenUp += sets.unitCount();
        path.skip(group, originNanos, sets.firstUnit(), sets.unitCount());
        decimator.take(sets, made);
        encodeMade();
        if (instantOf(nextUnit) - instantOf(gapUnit) >= LONGEST_GAP_NANOS) {
            declare();
        }
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
            gapUnit = nextUnit;
        }
    }

    private long instantOf(long unit) {
        return description.frequency().instantNanos(originNanos, unit);
    }
}

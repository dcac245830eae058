package org.banip.surrogate.store;

import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.jspecify.annotations.Nullable;

/** Puts what is late of a group into its gaps. What has no gap, because that is damaged or not stored yet, goes where its grid has it. */
final class GapFilling implements RecordingVisitor {
    private final LateSets late;
    private final RecordingVisitor to;
    private boolean begun;
    private long originNanos;

    GapFilling(LateSets late, RecordingVisitor to) {
        this.late = late;
        this.to = to;
    }

    @Override
    public void sets(Block block) {
        earlier(block.originNanos(), block.firstUnit());
        to.sets(block);
    }

    @Override
    public void gap(Gap gap) {
        earlier(gap.originNanos(), gap.firstUnit());
        long unit = gap.firstUnit();
        Block next = late.peek(to);
        while (next != null && isInside(next, gap)) {
            declare(gap, unit, next.firstUnit());
            unit = next.firstUnit() + next.unitCount();
            pass(next);
            next = late.peek(to);
        }
        declare(gap, unit, gap.endUnit());
    }

    private static boolean isInside(Block block, Gap gap) {
        return block.originNanos() == gap.originNanos()
                && block.firstUnit() >= gap.firstUnit()
                && block.firstUnit() + block.unitCount() <= gap.endUnit();
    }

    /** The part of a gap that nothing fills. */
    private void declare(Gap gap, long from, long end) {
        if (end > from) {
            to.gap(new Gap(
                    gap.group(),
                    gap.sequence(),
                    gap.sequenceCount(),
                    gap.originNanos(),
                    from,
                    end - from,
                    gap.reason()));
        }
    }

    @Override
    public void damaged(BanipException cause) {
        to.damaged(cause);
    }

    /** Passes on what belongs before a unit of a grid: earlier units of the grid, and the rest of the grid before it. */
    private void earlier(long origin, long unit) {
        Block next = late.peek(to);
        while (begun
                && next != null
                && next.originNanos() == originNanos
                && (origin != originNanos || next.firstUnit() < unit)) {
            pass(next);
            next = late.peek(to);
        }
        if (next != null && next.originNanos() != origin && (!begun || origin != originNanos)) {
            gridsBefore(origin);
        }
        begun = true;
        originNanos = origin;
    }

    /** Passes on what is late of grids before another one: the first group has no item of them, or it is damaged. */
    private void gridsBefore(long origin) {
        long first = late.firstOf(origin);
        Block next = late.peek(to);
        while (next != null && late.sequence() < first) {
            pass(next);
            next = late.peek(to);
        }
    }

    private void pass(Block next) {
        to.sets(next);
        late.take();
    }

    /** Passes on the rest. */
    void finish() {
        for (@Nullable Block next = late.peek(to); next != null; next = late.peek(to)) {
            pass(next);
        }
    }
}

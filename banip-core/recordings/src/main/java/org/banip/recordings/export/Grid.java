package org.banip.recordings.export;

import java.time.Duration;
import org.banip.core.ban.Frequency;
import org.banip.core.transcoding.spi.Block;

/**
 * Follows one group's blocks and says where the record breaks: at a new sampling grid, at sets that go back on the grid, and at
 * a hole too long to be filled. Between breaks every set has its place on one grid. One thread at a time.
 */
final class Grid {
    /** A longer hole begins the next record, for a lying declaration must not fill a disk. */
    private static final Duration LONGEST_HOLE = Duration.ofHours(1);

    private final long longestHole;
    private long origin;
    private long end;
    private int index = -1;

    Grid(Frequency frequency) {
        longestHole = longestHole(frequency);
    }

    /** The longest hole that is filled, in sensor sets. */
    static long longestHole(Frequency frequency) {
        return frequency.unitAtOrAfter(LONGEST_HOLE.toNanos());
    }

    /** The number of the stretch this block belongs to, from 0. */
    int stretchOf(Block block) {
        boolean goesOn = index >= 0
                && block.originNanos() == origin
                && block.firstUnit() >= end
                && block.firstUnit() - end <= longestHole;
        if (!goesOn) {
            index++;
            origin = block.originNanos();
        }
        end = block.firstUnit() + block.unitCount();
        return index;
    }
}

package org.banip.recordings.export;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.SampleCoding;

/**
 * What a group has on one sampling grid without too long a hole.
 *
 * @param group index of the group
 * @param origin instant of unit 0 of the grid, nanoseconds since the epoch
 * @param firstUnit first sensor set
 * @param endUnit the unit after the last sensor set
 * @param lowest lowest digital value of any channel
 * @param highest highest digital value of any channel
 */
record Stretch(int group, long origin, long firstUnit, long endUnit, int lowest, int highest) {
    /** All stretches of a group, and what was missing; the first of two passes over the record. */
    static final class Scan implements RecordingVisitor {
        final List<Stretch> stretches = new ArrayList<>();
        long gaps;
        final DamageLog damage = new DamageLog();

        private final int group;
        private final Grid grid;
        private final SampleLayout layout;

        private Scan(int group, SensorGroup sensors) {
            this.group = group;
            grid = new Grid(sensors.frequency());
            layout = new SampleLayout(sensors);
        }

        static Scan of(ExportSource recording, int group, long endSequence) {
            Scan scan = new Scan(group, recording.groups().get(group));
            if (recording.groups().get(group).events().isPresent()) {
                return scan; // on no grid
            }
            recording.read(group, endSequence, scan);
            return scan;
        }

        @Override
        public void sets(Block block) {
            int lowest = Integer.MAX_VALUE;
            int highest = Integer.MIN_VALUE;
            for (int at = 0; at < block.length(); at += layout.setBytes()) {
                for (int channel = 0; channel < layout.channels(); channel++) {
                    int sample = layout.read(block.bytes(), at, channel);
                    lowest = Math.min(lowest, sample);
                    highest = Math.max(highest, sample);
                }
            }
            int index = grid.stretchOf(block);
            long end = block.firstUnit() + block.unitCount();
            if (index == stretches.size()) {
                stretches.add(new Stretch(group, block.originNanos(), block.firstUnit(), end, lowest, highest));
            } else {
                stretches.set(index, stretches.get(index).extended(end, lowest, highest));
            }
        }

        @Override
        public void gap(Gap gap) {
            gaps += gap.isRetirement() ? 0 : 1;
        }

        @Override
        public void damaged(BanipException cause) {
            damage.add(cause);
        }
    }

    private Stretch extended(long end, int low, int high) {
        return new Stretch(group, origin, firstUnit, end, Math.min(lowest, low), Math.max(highest, high));
    }

    SampleCoding coding() {
        return SampleCoding.narrowest(lowest, highest);
    }
}

package org.banip.measure.export;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.measure.delivery.StoredGroup;

/**
 * Sensor sets of a group on one sampling grid.
 *
 * @param stored the group
 * @param originNanos instant of unit 0 of the grid
 * @param firstUnit first unit on it
 * @param endUnit the unit after the last
 */
record Span(StoredGroup stored, long originNanos, long firstUnit, long endUnit) {
    /** What was stored of a group, a span for each grid in order of time. */
    static List<Span> of(StoredGroup stored) {
        List<Span> spans = new ArrayList<>();
        stored.read(new StoredGroup.Sink() {
            @Override
            public void units(Block sets) {
                extend(sets.originNanos(), sets.firstUnit(), sets.firstUnit() + sets.unitCount());
            }

            @Override
            public void gap(Gap gap) {
                extend(gap.originNanos(), gap.firstUnit(), gap.endUnit());
            }

            private void extend(long origin, long first, long end) {
                int last = spans.size() - 1;
                if (last >= 0 && spans.get(last).originNanos == origin && spans.get(last).endUnit <= first) {
                    Span before = spans.get(last);
                    spans.set(last, new Span(stored, origin, before.firstUnit, end));
                } else {
                    spans.add(new Span(stored, origin, first, end));
                }
            }
        });
        return spans;
    }
}

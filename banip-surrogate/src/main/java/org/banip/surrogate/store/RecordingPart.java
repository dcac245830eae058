package org.banip.surrogate.store;

import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.ExportSource;
import org.banip.recordings.export.RecordingVisitor;

/** What a stored record has of a range of time: sensor sets and gaps outside are left out, those at its edges are cut. Any thread. */
public final class RecordingPart implements ExportSource {
    private final WholeRecording recording;
    private final long fromNanos;
    private final long toNanos;

    /**
     * A part of a record.
     *
     * @param fromNanos the first instant of the range, nanoseconds since the epoch
     * @param toNanos the first instant after the range; {@link Long#MAX_VALUE} is none
     */
    public RecordingPart(WholeRecording recording, long fromNanos, long toNanos) {
        this.recording = recording;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
    }

    /** Whether there is no sensor set in the range; reads up to the first one. */
    public boolean isEmpty() {
        for (int group = 0; group < groups().size(); group++) {
            if (startNanos(group).isPresent()) {
                return false;
            }
        }
        return true;
    }

    /** The digest of what all groups have in the range. */
    public SensorSetDigest digest() {
        return SensorSetDigest.of(this);
    }

    @Override
    public String exportName() {
        return recording.exportName();
    }

    @Override
    public String remark() {
        return recording.remark();
    }

    @Override
    public List<SensorGroup> groups() {
        return recording.groups();
    }

    @Override
    public long[] ends() {
        return recording.ends();
    }

    @Override
    public Optional<Long> startNanos(int group) {
        long[] start = new long[1];
        boolean[] found = new boolean[1];
        SampleLayout layout = new SampleLayout(groups().get(group));
        RecordingVisitor first = cut(group, block -> {
            if (!found[0]) {
                start[0] = layout.instantNanos(block.bytes(), 0, block.originNanos(), block.firstUnit());
                found[0] = true;
            }
        });
        recording.read(group, Long.MAX_VALUE, first, () -> !found[0]);
        return found[0] ? Optional.of(start[0]) : Optional.empty();
    }

    @Override
    public void read(int group, long end, RecordingVisitor visitor) {
        recording.read(group, end, cut(group, visitor));
    }

    private RecordingVisitor cut(int group, RecordingVisitor visitor) {
        SensorGroup cut = groups().get(group);
        return cut.events().isPresent() ? new EventCut(cut, visitor) : new GridCut(cut.frequency(), visitor);
    }

    /** Passes on what of a block is in the range. */
    private abstract static class Cut implements RecordingVisitor {
        final RecordingVisitor visitor;
        private final Block part = new Block(0);

        Cut(RecordingVisitor visitor) {
            this.visitor = visitor;
        }

        /** Passes on these consecutive units of a block. */
        void pass(Block block, int first, int end) {
            int units = block.unitCount();
            if (first == 0 && end == units) {
                visitor.sets(block);
            } else if (first < end) {
                int setBytes = block.length() / units;
                part.clear();
                part.append(block.bytes(), first * setBytes, (end - first) * setBytes);
                part.describe(block.originNanos(), block.firstUnit() + first, end - first);
                visitor.sets(part);
            }
        }

        @Override
        public void damaged(BanipException cause) {
            visitor.damaged(cause);
        }
    }

    /** Cuts a group whose instants are those of its sampling grid. */
    private final class GridCut extends Cut {
        private final Frequency frequency;

        GridCut(Frequency frequency, RecordingVisitor visitor) {
            super(visitor);
            this.frequency = frequency;
        }

        @Override
        public void sets(Block block) {
            int units = block.unitCount();
            pass(block, (int) before(fromNanos, block.originNanos(), block.firstUnit(), units), (int)
                    before(toNanos, block.originNanos(), block.firstUnit(), units));
        }

        @Override
        public void gap(Gap gap) {
            long first = before(fromNanos, gap.originNanos(), gap.firstUnit(), gap.unitCount());
            long end = before(toNanos, gap.originNanos(), gap.firstUnit(), gap.unitCount());
            if (first < end) {
                visitor.gap(new Gap(
                        gap.group(),
                        gap.sequence(),
                        gap.sequenceCount(),
                        gap.originNanos(),
                        gap.firstUnit() + first,
                        end - first,
                        gap.reason()));
            }
        }

        /** How many of these consecutive units are before an instant. */
        private long before(long nanos, long origin, long firstUnit, long units) {
            LongPredicate isBefore = unit -> frequency.instantNanos(origin, firstUnit + unit) < nanos;
            long low = 0;
            long high = units;
            while (low < high) {
                long middle = (low + high) >>> 1;
                if (isBefore.test(middle)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** Cuts a group of events: each has an instant of its own, in any order. A gap may have any instants, so each is passed on. */
    private final class EventCut extends Cut {
        private final SampleLayout layout;

        EventCut(SensorGroup group, RecordingVisitor visitor) {
            super(visitor);
            layout = new SampleLayout(group);
        }

        @Override
        public void sets(Block block) {
            int first = 0;
            for (int unit = 0; unit < block.unitCount(); unit++) {
                long nanos = layout.instantNanos(block.bytes(), unit * layout.setBytes(), 0, 0);
                if (nanos < fromNanos || (nanos >= toNanos && toNanos != Long.MAX_VALUE)) {
                    pass(block, first, unit);
                    first = unit + 1;
                }
            }
            pass(block, first, block.unitCount());
        }

        @Override
        public void gap(Gap gap) {
            visitor.gap(gap);
        }
    }
}

package org.banip.surrogate.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.export.ExportSource;
import org.banip.recordings.export.RecordingVisitor;

/**
 * A stored record with one signal for each sensor group: what moved to another group after an outage ({@code lateAs} of the description) is where it
 * was sampled, and the other group is left out. It ends where the store ended when this was made, so each reading of it has the same. Any thread.
 */
public final class WholeRecording implements ExportSource {
    private final StoredRecording recording;
    private final BanDescription ban;
    /** The stored numbers of the groups that are left. */
    private final int[] numbers;

    private final List<SensorGroup> groups = new ArrayList<>();
    private final long[] storedEnds;

    /** The same record in one piece. */
    public WholeRecording(StoredRecording recording) {
        this.recording = recording;
        ban = recording.interconnect().ban();
        storedEnds = recording.ends();
        int[] late = IntStream.range(0, storedEnds.length)
                .flatMap(group -> ban.lateGroupOf(group).stream())
                .toArray();
        numbers = IntStream.range(0, storedEnds.length)
                .filter(group -> IntStream.of(late).noneMatch(other -> other == group))
                .toArray();
        for (int number : numbers) {
            groups.add(ban.groups().get(number));
        }
    }

    @Override
    public String exportName() {
        return recording.exportName();
    }

    @Override
    public String remark() {
        return recording.remark();
    }

    /** The sensor groups without those that have what is late of others. */
    @Override
    public List<SensorGroup> groups() {
        return List.copyOf(groups);
    }

    @Override
    public long[] ends() {
        return IntStream.of(numbers).mapToLong(number -> storedEnds[number]).toArray();
    }

    @Override
    public Optional<Long> startNanos(int group) {
        long[] start = new long[1];
        boolean[] found = new boolean[1];
        SampleLayout layout = new SampleLayout(groups.get(group));
        RecordingVisitor first = block -> {
            if (!found[0]) {
                start[0] = layout.instantNanos(block.bytes(), 0, block.originNanos(), block.firstUnit());
                found[0] = true;
            }
        };
        read(group, Long.MAX_VALUE, first, () -> !found[0]);
        return found[0] ? Optional.of(start[0]) : Optional.empty();
    }

    @Override
    public void read(int group, long end, RecordingVisitor visitor) {
        read(group, end, visitor, () -> true);
    }

    void read(int group, long wantedEnd, RecordingVisitor visitor, StoredRecording.GoOn goOn) {
        long end = Math.min(wantedEnd, storedEnds[numbers[group]]);
        OptionalInt other = ban.lateGroupOf(numbers[group]);
        if (other.isEmpty()) {
            recording.read(numbers[group], end, visitor, goOn);
            return;
        }
        try (LateSets late = new LateSets(recording, other.getAsInt(), storedEnds[other.getAsInt()])) {
            GapFilling whole = new GapFilling(late, visitor);
            recording.read(numbers[group], end, whole, goOn);
            if (goOn.wanted()) {
                whole.finish();
            }
        }
    }

    /** The digest of all groups, to be compared with what the sensors produced. */
    public SensorSetDigest digest() {
        return SensorSetDigest.of(this);
    }
}

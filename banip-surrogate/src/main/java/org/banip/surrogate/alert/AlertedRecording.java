package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.ExportSource;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.store.SideTables;
import org.banip.surrogate.store.Store;

/**
 * A recording, and as one more group of events the steps of the alerts that were found in its session (docs/graded-alerts.md, "In the record"). They are
 * read from the tables of alerts when this is made. Any thread.
 */
public final class AlertedRecording implements ExportSource {
    /** The name of the group, unless the BAN has a group of this name; then it is followed by its number. */
    public static final String GROUP = "alert-steps";

    private static final int TEXT_BYTES = 1024;
    private static final int MOST_NUMBER = 1_000_000;

    private final ExportSource recording;
    private final List<SensorGroup> groups;
    private final Block steps;

    private AlertedRecording(ExportSource recording, SensorGroup group, Block steps) {
        this.recording = recording;
        List<SensorGroup> all = new ArrayList<>(recording.groups());
        all.add(group);
        groups = Collections.unmodifiableList(all);
        this.steps = steps;
    }

    /** The recording of a session with its alerts; as it is if there are none. */
    public static ExportSource of(ExportSource recording, Store store, UUID session) {
        return of(recording, store, session, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * The same of a part of a recording.
     *
     * @param fromNanos the first instant of the range, nanoseconds since the epoch
     * @param toNanos the first instant after the range
     */
    public static ExportSource of(ExportSource recording, Store store, UUID session, long fromNanos, long toNanos) {
        List<AlertStep> steps = store.sideTables().map(tables -> steps(tables, session)).orElse(List.of()).stream()
                .filter(step -> step.atNanos() >= fromNanos && step.atNanos() < toNanos)
                .toList();
        return steps.isEmpty() ? recording : of(recording, steps);
    }

    private static List<AlertStep> steps(SideTables tables, UUID session) {
        return tables.read(connection -> {
            List<AlertStep> all = new ArrayList<>();
            if (!StepRows.areKept(connection)) {
                return all;
            }
            for (UUID alert : StepRows.ofSession(connection, session)) {
                all.addAll(StepRows.after(connection, alert, 0));
            }
            all.sort(
                    Comparator.comparingLong(AlertStep::atNanos)); // steps of one instant and alert stay in their order
            return all;
        });
    }

    private static ExportSource of(ExportSource recording, List<AlertStep> steps) {
        SensorGroup group = group(nameIn(recording.groups()));
        SampleLayout layout = new SampleLayout(group);
        int setBytes = layout.setBytes();
        Block block = new Block(steps.size() * setBytes);
        block.length(steps.size() * setBytes);
        block.describe(0, 0, steps.size());
        int at = 0;
        for (AlertStep step : steps) {
            layout.writeInstant(block.bytes(), at, step.atNanos());
            layout.write(block.bytes(), at, 0, step.alert().priority().urgency() + 1);
            layout.write(block.bytes(), at, 1, Math.min(step.alert().steps(), MOST_NUMBER));
            layout.writeText(block.bytes(), at, StepText.of(step, TEXT_BYTES));
            at += setBytes;
        }
        return new AlertedRecording(recording, group, block);
    }

    private static String nameIn(List<SensorGroup> others) {
        boolean taken = others.stream().anyMatch(other -> other.name().equals(GROUP));
        return taken ? GROUP + "-" + others.size() : GROUP;
    }

    private static SensorGroup group(String name) {
        return new SensorGroup(
                        name,
                        Frequency.ofHz(1),
                        ServiceClass.ALARM,
                        Duration.ofSeconds(1),
                        List.of(
                                new Channel("priority", "", 8, 1, 3, 1, 3),
                                new Channel("step", "", 21, 1, MOST_NUMBER, 1, MOST_NUMBER)))
                .withEvents(TEXT_BYTES);
    }

    private boolean isSteps(int group) {
        return group == groups.size() - 1;
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
        return groups;
    }

    @Override
    public long[] ends() {
        long[] ends = Arrays.copyOf(recording.ends(), groups.size());
        ends[groups.size() - 1] = steps.unitCount();
        return ends;
    }

    @Override
    public Optional<Long> startNanos(int group) {
        return isSteps(group)
                ? Optional.of(new SampleLayout(groups.get(group)).instantNanos(steps.bytes(), 0, 0, 0))
                : recording.startNanos(group);
    }

    @Override
    public void read(int group, long end, RecordingVisitor visitor) {
        if (isSteps(group)) {
            visitor.sets(steps);
        } else {
            recording.read(group, end, visitor);
        }
    }
}

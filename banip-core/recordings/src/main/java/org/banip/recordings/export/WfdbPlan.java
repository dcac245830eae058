package org.banip.recordings.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;

/**
 * Decides which records an export consists of: one for all groups where they share a sampling grid and a frame, otherwise one
 * for each group; another one after each break.
 */
final class WfdbPlan {
    /** Beyond this, tools have no use for a frame. */
    private static final int MOST_SETS_PER_FRAME = 1000;

    private final String name;
    private final List<SensorGroup> groups;
    private final List<String> fileNames;

    WfdbPlan(String name, List<SensorGroup> groups) {
        this.name = name;
        this.groups = groups;
        fileNames = ExportTarget.fileNames(groups);
    }

    /** The records for what each group has; groups without data have no part in them. */
    List<WfdbRecord> records(List<List<Stretch>> stretchesByGroup) {
        List<List<Stretch>> present = stretchesByGroup.stream()
                .filter(stretches -> !stretches.isEmpty())
                .collect(Collectors.toList());
        return together(present).orElseGet(() -> apart(present));
    }

    private Optional<List<WfdbRecord>> together(List<List<Stretch>> present) {
        if (present.stream().map(List::size).distinct().count() != 1) {
            return Optional.empty();
        }
        List<WfdbRecord> records = new ArrayList<>();
        for (int i = 0; i < present.get(0).size(); i++) {
            int index = i;
            Optional<WfdbRecord> record = record(
                    numbered(name, i),
                    present.stream().map(stretches -> stretches.get(index)).collect(Collectors.toList()));
            if (!record.isPresent()) {
                return Optional.empty();
            }
            records.add(record.get());
        }
        return Optional.of(records);
    }

    private List<WfdbRecord> apart(List<List<Stretch>> present) {
        List<WfdbRecord> records = new ArrayList<>();
        for (List<Stretch> stretches : present) {
            String record = name + "_" + fileNames.get(stretches.get(0).group());
            for (int i = 0; i < stretches.size(); i++) {
                records.add(record(numbered(record, i), List.of(stretches.get(i)))
                        .orElseThrow(() -> new IllegalStateException("a group alone has a frame")));
            }
        }
        return records;
    }

    private static String numbered(String name, int index) {
        return index == 0 ? name : name + "_part" + (index + 1);
    }

    /** One record for these, if they are on one grid, share a frame, and none would be mostly filling. */
    private Optional<WfdbRecord> record(String record, List<Stretch> stretches) {
        Optional<Frequency> common =
                FrameRate.common(stretches.stream().map(this::frequency).collect(Collectors.toList()));
        if (!common.isPresent()
                || stretches.stream().mapToLong(Stretch::origin).distinct().count() != 1) {
            return Optional.empty();
        }
        Frequency frames = common.get();
        long[] sets = stretches.stream()
                .mapToLong(stretch -> FrameRate.setsPerFrame(frequency(stretch), frames))
                .toArray();
        long first = Long.MAX_VALUE;
        long end = 0;
        for (int i = 0; i < sets.length; i++) {
            if (sets[i] > MOST_SETS_PER_FRAME) {
                return Optional.empty();
            }
            first = Math.min(first, stretches.get(i).firstUnit() / sets[i]);
            end = Math.max(end, (stretches.get(i).endUnit() + sets[i] - 1) / sets[i]);
        }
        List<WfdbRecord.GroupPart> parts = new ArrayList<>();
        for (int i = 0; i < sets.length; i++) {
            String file = sets.length == 1
                    ? record
                    : record + "_" + fileNames.get(stretches.get(i).group());
            parts.add(new WfdbRecord.GroupPart(
                    stretches.get(i), (int) sets[i], file + ".dat", first * sets[i], end * sets[i]));
        }
        return parts.stream().allMatch(part -> part.mostlyData(Grid.longestHole(frequency(part.stretch()))))
                ? Optional.of(new WfdbRecord(record, frames, end - first, parts))
                : Optional.empty();
    }

    private Frequency frequency(Stretch stretch) {
        return groups.get(stretch.group()).frequency();
    }
}

package org.banip.recordings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;

/** Sorts the signals of a binary recording into groups of one sampling frequency, as they come. */
final class Grouping {
    private final Path file;
    private final Map<String, Draft> drafts = new LinkedHashMap<>();
    private final List<RecordedSignal> signals = new ArrayList<>();

    /** A grouping of what this file describes; the file is only named in errors. */
    Grouping(Path file) {
        this.file = file;
    }

    /** A group in the making. */
    private static final class Draft {
        final int index;
        final String name;
        final Frequency frequency;
        final int perFrame;
        final List<Channel> channels = new ArrayList<>();
        final List<SampleColumn> columns = new ArrayList<>();

        Draft(int index, String name, Frequency frequency, int perFrame) {
            this.index = index;
            this.name = name;
            this.frequency = frequency;
            this.perFrame = perFrame;
        }
    }

    /**
     * Adds a signal to the group of this name and rate, which it starts if it is the first.
     *
     * @param name the group's name; another rate of the same name gets a number after it
     * @param frequency the group's frequency
     * @param perFrame samples of each of its channels in a frame
     */
    Channels in(String name, Frequency frequency, int perFrame) {
        Draft draft = drafts.computeIfAbsent(
                name + " " + perFrame, key -> new Draft(drafts.size(), unused(name), frequency, perFrame));
        return (label, channel, column, attributes) -> {
            signals.add(new RecordedSignal(label, draft.index, draft.channels.size(), attributes));
            draft.channels.add(channel);
            draft.columns.add(column);
        };
    }

    private String unused(String name) {
        String unused = name;
        for (int i = 2; isUsed(unused); i++) {
            unused = name + "." + i;
        }
        return unused;
    }

    private boolean isUsed(String name) {
        return drafts.values().stream().anyMatch(draft -> draft.name.equals(name));
    }

    /** Takes the signals of one group. */
    interface Channels {
        void add(String label, Channel channel, SampleColumn column, Map<String, String> attributes);
    }

    /** All signals so far. */
    List<RecordedSignal> signals() {
        return signals;
    }

    /** The groups of a recording with this number of frames. */
    List<RecordedGroup> groups(long frames) {
        if (drafts.size() > BanDescription.MAX_GROUPS) {
            throw Malformed.recording(
                    file, drafts.size() + " sampling frequencies, allowed are " + BanDescription.MAX_GROUPS);
        }
        List<RecordedGroup> groups = new ArrayList<>();
        for (Draft draft : drafts.values()) {
            groups.add(group(draft, frames * draft.perFrame));
        }
        return groups;
    }

    private RecordedGroup group(Draft draft, long units) {
        try {
            SensorGroup group = SensorGroup.live(draft.name, draft.frequency, draft.channels);
            List<SampleColumn> columns = draft.columns;
            int perFrame = draft.perFrame;
            return new RecordedGroup(group, units, () -> new SampledGroup(group, columns, perFrame, units));
        } catch (BanipException e) {
            throw Malformed.description(file, e);
        }
    }
}

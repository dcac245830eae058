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

/**
 * Sorts the signals of a binary recording into groups of one sampling frequency, in the order of their first signals, and makes the recording.
 * For {@linkplain RecordingReader readers}; one thread at a time.
 */
public final class Grouping {
    private final Path file;
    private final Map<String, Draft> drafts = new LinkedHashMap<>();
    private final List<RecordedSignal> signals = new ArrayList<>();

    /** A grouping of what this file describes; the file is only named in errors. */
    public Grouping(Path file) {
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
    public Channels in(String name, Frequency frequency, int perFrame) {
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

    /**
     * Adds a signal to the group of its frequency.
     *
     * @param frequency the signal's frequency
     * @param perFrame samples of the signal in a frame
     */
    public Channels in(Frequency frequency, int perFrame) {
        return in(GroupNames.of(frequency), frequency, perFrame);
    }

    /** Takes the signals of one group. */
    public interface Channels {
        /**
         * Adds a signal as the group's next channel.
         *
         * @param label the file's label, complete and as spelled there
         * @param channel what it measures
         * @param column where its samples are
         * @param attributes the file's fields for the signal by name, as spelled there
         */
        void add(String label, Channel channel, SampleColumn column, Map<String, String> attributes);
    }

    /**
     * The recording of all signals so far.
     *
     * @param header what the file says about the whole recording
     * @param frames number of frames in each of its files
     * @throws BanipException {@code MALFORMED_RECORDING} if the signals are no valid groups
     */
    public Recording recording(RecordingHeader header, long frames) {
        return new Recording(header, groups(frames), signals);
    }

    private List<RecordedGroup> groups(long frames) {
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

package org.banip.recordings;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;

/**
 * A recording that was opened and checked: what it measures, and the samples of each of its groups. Made by {@link Recordings}.
 *
 * <p>It holds no file open; the {@link RecordedSamples} do.
 *
 * @param header what the file says about the whole recording
 * @param groups 1 to 64, with different names, in the order of their first signal
 * @param signals all signals in the file's order
 */
public record Recording(RecordingHeader header, List<RecordedGroup> groups, List<RecordedSignal> signals) {
    /** Copies the lists. */
    public Recording {
        groups = List.copyOf(groups);
        signals = List.copyOf(signals);
    }

    /** The recording's own name, or its file's without the extension. */
    public String name() {
        return header.name();
    }

    /** Name of the format: {@code WFDB}, {@code EDF}, {@code BDF}, {@code TEXT}, or what another reader says. */
    public String format() {
        return header.format();
    }

    /** Wall-clock time of the first unit, if the file has it. */
    public Optional<LocalDateTime> startTime() {
        return header.startTime();
    }

    /** The file's fields for the whole recording by name, as spelled there. */
    public Map<String, String> attributes() {
        return header.attributes();
    }

    /** Name, format and groups: nothing that concerns a patient, so that it can be logged. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name() + " (" + format() + ")");
        for (RecordedGroup recorded : groups) {
            text.append(' ').append(recorded.group().name());
            text.append(':').append(recorded.units());
        }
        return text.toString();
    }

    /** The groups as a BAN description takes them. */
    public List<SensorGroup> sensorGroups() {
        List<SensorGroup> described = new ArrayList<>();
        for (RecordedGroup recorded : groups) {
            described.add(recorded.group());
        }
        return described;
    }

    /** Opens the samples of each group, in order; the caller closes them. */
    public List<RecordedSamples> openAll() {
        List<RecordedSamples> opened = new ArrayList<>();
        try {
            for (RecordedGroup recorded : groups) {
                opened.add(recorded.open());
            }
            return opened;
        } catch (RuntimeException e) {
            opened.forEach(RecordedSamples::close);
            throw e;
        }
    }
}

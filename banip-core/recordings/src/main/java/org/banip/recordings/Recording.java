package org.banip.recordings;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;

/**
 * A recording that was opened and checked: what it measures, and a samples for each of its groups. Made by {@link Recordings}.
 *
 * <p>It holds no file open; the sensors do.
 *
 * @param name the recording's own name, or its file's without the extension
 * @param format how it is stored
 * @param startTime wall-clock time of the first unit, if the file has a readable date and time; in the zone of the file, which
 *     only text files state (UTC)
 * @param groups 1 to 64, with different names, in the order of their first signal
 * @param signals all signals in the file's order
 * @param attributes the file's fields for the whole recording by name, as spelled there
 */
public record Recording(
        String name,
        RecordingFormat format,
        Optional<LocalDateTime> startTime,
        List<RecordedGroup> groups,
        List<RecordedSignal> signals,
        Map<String, String> attributes) {
    /** Copies lists and map. */
    public Recording {
        groups = List.copyOf(groups);
        signals = List.copyOf(signals);
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /** Name, format and groups: nothing that concerns a patient, so that it can be logged. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name + " (" + format + ")");
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

    /** A samples for each group, in order; the caller closes them. */
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

package org.banip.recordings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A signal as the file has it: where its samples went, and the fields needed to write it back.
 *
 * @param label the file's label, complete and as spelled there
 * @param group index of its group in {@link Recording#groups()}
 * @param channel index of its channel in that group
 * @param attributes the file's fields for this signal by name, as spelled there (docs/recordings.md lists them)
 */
public record RecordedSignal(String label, int group, int channel, Map<String, String> attributes) {
    /** Copies the map. */
    public RecordedSignal {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }
}

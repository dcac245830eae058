package org.banip.recordings;

import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a file says about the whole recording. All readers make it, and the WFDB writer writes it.
 *
 * @param name the recording's own name, or its file's without the extension
 * @param format name of the format, for example {@code EDF}
 * @param startTime wall-clock time of the first unit, if the file has a readable date and time; in the zone of the file, which
 *     only text files state (UTC)
 * @param attributes the file's fields for the whole recording by name, as spelled there
 */
public record RecordingHeader(
        String name, String format, Optional<LocalDateTime> startTime, Map<String, String> attributes) {
    /** The attribute that holds comments, a line each. */
    public static final String COMMENTS = "comments";

    /** Copies the map. */
    public RecordingHeader {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }
}

package org.banip.recordings;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.banip.core.ban.Frequency;

/**
 * A WFDB header (header(5)).
 *
 * @param name the record's name
 * @param frequency frames per second
 * @param frames number of frames, if stated
 * @param startTime of the first frame, if stated with its date
 * @param attributes the record line's fields by name, and the comments after the last signal
 * @param signals in the order of the lines
 */
record WfdbHeader(
        String name,
        Frequency frequency,
        OptionalLong frames,
        Optional<LocalDateTime> startTime,
        Map<String, String> attributes,
        List<WfdbSignal> signals) {}

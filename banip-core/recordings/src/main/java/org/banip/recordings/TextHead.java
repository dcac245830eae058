package org.banip.recordings;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.banip.core.ban.Frequency;

/**
 * What a text file says before its rows of samples, and where these begin.
 *
 * @param frequency sampling frequency
 * @param startTime of the first row, UTC, if stated
 * @param resolution bits of the converter, if stated
 * @param attributes its {@code # key: value} lines
 * @param columns at least one
 * @param delimiter between the columns
 * @param firstByte where the first row begins
 * @param firstLine the first row's line, counted from 1
 */
record TextHead(
        Frequency frequency,
        Optional<LocalDateTime> startTime,
        OptionalInt resolution,
        Map<String, String> attributes,
        List<TextColumn> columns,
        char delimiter,
        long firstByte,
        long firstLine) {}

package org.banip.recordings;

import java.util.List;
import java.util.OptionalInt;
import org.banip.core.ban.Frequency;

/**
 * What a text file says before its rows of samples, and where these begin.
 *
 * @param recording what it says about the whole recording: the start, UTC, and its {@code # key: value} lines
 * @param frequency sampling frequency
 * @param resolution bits of the converter, if stated
 * @param columns at least one
 * @param delimiter between the columns
 * @param firstByte where the first row begins
 * @param firstLine the first row's line, counted from 1
 */
record TextHead(
        RecordingHeader recording,
        Frequency frequency,
        OptionalInt resolution,
        List<TextColumn> columns,
        char delimiter,
        long firstByte,
        long firstLine) {
    /** Rows of decimal numbers. */
    static final String FORMAT = "TEXT";
}

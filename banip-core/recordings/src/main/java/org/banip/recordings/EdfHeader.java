package org.banip.recordings;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The header of an EDF or BDF file.
 *
 * @param format EDF or BDF
 * @param headerBytes bytes before the first data record
 * @param startTime of the first data record, if it can be read
 * @param records number of data records, if stated
 * @param recordSeconds duration of a data record, above 0
 * @param attributes the fields for the whole recording by name
 * @param signals in the file's order
 */
record EdfHeader(
        RecordingFormat format,
        int headerBytes,
        Optional<LocalDateTime> startTime,
        OptionalLong records,
        BigDecimal recordSeconds,
        Map<String, String> attributes,
        List<EdfSignal> signals) {}

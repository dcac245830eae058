package org.banip.recordings;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;

/**
 * The header of an EDF or BDF file.
 *
 * @param recording what it says about the whole recording; its format is {@link #EDF} or {@link #BDF}
 * @param headerBytes bytes before the first data record
 * @param records number of data records, if stated
 * @param recordSeconds duration of a data record, above 0
 * @param signals in the file's order
 */
record EdfHeader(
        RecordingHeader recording,
        int headerBytes,
        OptionalLong records,
        BigDecimal recordSeconds,
        List<EdfSignal> signals) {
    /** European Data Format, plain or EDF+C: 16-bit samples. */
    static final String EDF = "EDF";
    /** BioSemi's variant of EDF: 24-bit samples. */
    static final String BDF = "BDF";
}

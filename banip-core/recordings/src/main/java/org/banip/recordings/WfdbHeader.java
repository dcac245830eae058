package org.banip.recordings;

import java.util.List;
import java.util.OptionalLong;
import org.banip.core.ban.Frequency;

/**
 * A WFDB header (header(5)).
 *
 * @param recording what it says about the whole recording: name, base time and date, comments
 * @param frequency frames per second
 * @param frames number of frames, if stated
 * @param signals in the order of the lines
 */
record WfdbHeader(RecordingHeader recording, Frequency frequency, OptionalLong frames, List<WfdbSignal> signals) {
    /** PhysioNet's format: a header with its signal files. */
    static final String FORMAT = "WFDB";
}

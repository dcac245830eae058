package org.banip.recordings;

import java.util.Optional;
import org.banip.core.ban.Frequency;

/**
 * What a caller knows about a recording and the file does not say.
 *
 * @param frequency sampling frequency of a text file that states none; must agree with the file if it states one
 * @param remedy what the caller's user can do where the frequency is missing, for the message: {@code give it with --hz 250}
 */
public record RecordingOptions(Optional<Frequency> frequency, String remedy) {
    private static final String REMEDY = "give it when you open the file (RecordingOptions.hz)";

    /** The file says everything. */
    public static RecordingOptions none() {
        return new RecordingOptions(Optional.empty(), REMEDY);
    }

    /** A text file's sampling frequency. */
    public static RecordingOptions hz(Frequency frequency) {
        return new RecordingOptions(Optional.of(frequency), REMEDY);
    }
}

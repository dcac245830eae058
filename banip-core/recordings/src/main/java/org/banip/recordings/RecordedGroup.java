package org.banip.recordings;

import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;

/**
 * The signals of a recording that were sampled together.
 *
 * @param group what they measure, ready for a BAN description
 * @param units how many sensor sets the recording has of them
 * @param source opens the samples at the first sensor set
 */
public record RecordedGroup(SensorGroup group, long units, Supplier<RecordedSamples> source) {
    /**
     * Opens the samples of this group at the beginning, independently of all others; the caller closes them.
     *
     * <p>Once all units are read, the next call checks the file's checksums, and fails with {@code MALFORMED_RECORDING}
     * instead of returning −1 if they do not match.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING} if the file cannot be opened any more
     */
    public RecordedSamples open() {
        return source.get();
    }
}

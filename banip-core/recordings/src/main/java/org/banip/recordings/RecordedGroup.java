package org.banip.recordings;

import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;

/**
 * The signals of a recording that were sampled together.
 *
 * @param group what they measure, ready for a BAN description
 * @param units how many sensor sets the recording has of them
 * @param source opens a samples at the first sensor set
 */
public record RecordedGroup(SensorGroup group, long units, Supplier<RecordedSamples> source) {
    /**
     * A samples that reads this group from its beginning, independent of every other; the caller closes it.
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

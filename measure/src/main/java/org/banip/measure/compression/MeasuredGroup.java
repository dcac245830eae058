package org.banip.measure.compression;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.RecordedGroup;
import org.banip.recordings.RecordedSamples;

/**
 * One group of a recording, not read yet.
 *
 * @param name of the recording, with the group's name if there are several
 */
public record MeasuredGroup(String name, RecordedGroup recorded) {
    private static final long MOST_BYTES = 1L << 30;
    private static final int UNITS_AT_ONCE = 4096;

    /** Number of samples in all its sensor sets. */
    public long bytes() {
        return recorded.units() * recorded.group().setBytes();
    }

    /**
     * Reads the whole group.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    GroupSamples read() {
        if (bytes() > MOST_BYTES) {
            throw new BanipException(
                    ErrorCode.MALFORMED_RECORDING,
                    name + " has " + bytes() + " bytes of samples, limit here is " + MOST_BYTES);
        }
        Block block = new Block((int) bytes());
        try (RecordedSamples samples = recorded.open()) {
            int units = samples.read(block, UNITS_AT_ONCE);
            while (units > 0) {
                units = samples.read(block, UNITS_AT_ONCE);
            }
        }
        byte[] bytes = new byte[block.length()];
        System.arraycopy(block.bytes(), 0, bytes, 0, bytes.length);
        return new GroupSamples(name, recorded.group(), bytes);
    }
}

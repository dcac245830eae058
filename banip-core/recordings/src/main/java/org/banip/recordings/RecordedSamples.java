package org.banip.recordings;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/** The samples of one group of a recording, read from the beginning. Holds the file open. One thread at a time. */
public interface RecordedSamples extends AutoCloseable {
    /** What was measured. */
    SensorGroup group();

    /**
     * Appends the next sensor sets, in the group's layout, to {@code into}; leaves its other fields alone.
     *
     * @param into takes the bytes
     * @param maxUnits most sensor sets to append, at least 1
     * @return how many were appended, at least 1, or −1 if there are no more
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING}
     */
    int read(Block into, int maxUnits);

    /** Closes the file. */
    @Override
    void close();
}

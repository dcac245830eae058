package org.banip.mbu.spi;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/**
 * A source of one group's sensor sets that the MBU asks when they are due: a recording, a generator, a polled device.
 *
 * <p>Called from one thread at a time. What is due when is the MBU's business: a sensor only says what the next samples are.
 */
public interface Sensor extends AutoCloseable {
    /** What it measures. */
    SensorGroup group();

    /**
     * Appends the next sensor sets, in the group's layout, to {@code into}; leaves its other fields alone.
     *
     * @param into takes the bytes
     * @param maxUnits most sensor sets to append, at least 1
     * @return how many were appended, at least 1, or −1 if there are no more
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING} or {@code INVALID_SAMPLE}
     */
    int read(Block into, int maxUnits);

    /** Releases files. */
    @Override
    void close();
}

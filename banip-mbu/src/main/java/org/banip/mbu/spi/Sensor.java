package org.banip.mbu.spi;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/**
 * A source of one group's sensor sets that the MBU reads when they are due: a recording, a generator, a polled device.
 *
 * <p>One thread at a time calls it. The MBU decides when units are due. The sensor only returns the next samples.
 *
 * <p>An exception of a sensor ends the sensor of this group only: the MBU logs it, sends {@link MbuEvent.SensorFailed}, delivers what the sensor
 * had returned before, and continues with the other groups. {@code awaitDelivered} throws it when everything else is delivered.
 */
public interface Sensor extends AutoCloseable {
    /** The group that it measures. */
    SensorGroup group();

    /**
     * Appends the next sensor sets, in the group's layout, to {@code into}. Does not change other fields of the block.
     *
     * @param into gets the bytes. Its origin and first unit are those of the next sensor set: where the MBU has left out units, because the group was
     *     retired or was added later, they are not one behind the last
     * @param maxUnits maximum number of sensor sets to append, at least 1
     * @return how many were appended, at least 1; −1 if there are no more: the sensor has ended, and is not read again
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING} or {@code INVALID_SAMPLE}. Any other exception, or a
     *     {@link LinkageError}, becomes {@code INTERNAL}; a wrong number of sensor sets or bytes becomes {@code INVALID_SAMPLE}
     */
    int read(Block into, int maxUnits);

    /** Releases resources, for example files. */
    @Override
    void close();
}

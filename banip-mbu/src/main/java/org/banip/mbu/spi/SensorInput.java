package org.banip.mbu.spi;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.SensorGroup;

/**
 * Takes the sensor sets of a group whose sensor the app reads itself. Any thread; calls wait for each other.
 *
 * <p>Does not block, unless the group's full policy is to wait. Samples are digital values: one for each channel in the order of the description,
 * one sensor set after the other.
 *
 * <p>An instant is the scheduled instant of the first sensor set. If it is within a quarter of a period of the group's sampling grid, the sensor
 * set is put on the grid. Units that are left out are declared as a gap. Any other later instant starts a new grid.
 *
 * <p>The sensor's clock may be set at any time. If it was set ahead, the units that are left out are declared as a gap, or a new grid starts. If it
 * was set back by a second or more, a new grid starts with the next offer, and no sensor set is lost. Sensor sets that are not later than the last
 * one, and less than a second before it, are refused ({@link OfferOutcome#OUT_OF_ORDER}): they may be the same ones again. So is an offer with the
 * same instant as the last offer.
 */
public interface SensorInput {
    /** The group that it measures. */
    SensorGroup group();

    /**
     * Offers consecutive sensor sets.
     *
     * @param instantNanos sampling instant of the first sensor set, nanoseconds since the epoch
     * @param samples a multiple of the number of channels
     * @throws org.banip.core.error.BanipException {@code INVALID_SAMPLE} if a sample is outside its channel's digital range (unless the app
     *     allowed that) or does not fit its width, if a sensor set is not complete, or if 64 bits cannot hold an instant; nothing of the offer is taken then
     */
    OfferOutcome offerAt(long instantNanos, int... samples);

    /** Offers the sensor sets that directly follow the last ones. The very first one is sampled now. */
    OfferOutcome offerNext(int... samples);

    /** Offers consecutive sensor sets; {@link #offerAt} with an {@link Instant}. */
    default OfferOutcome offer(Instant instant, int... samples) {
        return offerAt(TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano(), samples);
    }

    /** Starts a new sampling grid with the next offer, at any instant: for a sensor whose clock was set back by less than a second. */
    void beginGrid();

    /**
     * Sends what was offered so far, though the packet that the group's chain fills is not full. For an app that offers seldom; each call costs a
     * packet of its own if something was offered since the last one.
     */
    void flush();
}

package org.banip.mbu.spi;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.SensorGroup;

/**
 * Where an app hands over the sensor sets of a group whose sensor it drives itself. Any thread; calls wait for each other.
 *
 * <p>Never blocks, unless the group's full policy is to wait. Samples are digital values, one of each channel in the order of the
 * description, sensor set after sensor set.
 *
 * <p>An instant is the scheduled one of the first sensor set. One that is within a quarter of a period of the group's sampling grid
 * counts as on it; what it leaves out is declared as a gap. One off the grid begins a new grid.
 */
public interface SensorInput {
    /** What it measures. */
    SensorGroup group();

    /**
     * Offers consecutive sensor sets.
     *
     * @param instantNanos when the first was sampled, nanoseconds since the epoch
     * @param samples a multiple of the channels
     * @throws org.banip.core.error.BanipException {@code INVALID_SAMPLE} if a sample is outside its channel's digital range (unless the MBU
     *     was told to take those), does not fit its width, or sets are not whole; then nothing of the offer is taken
     */
    OfferOutcome offerAt(long instantNanos, int... samples);

    /** Offers the sensor sets that follow the last ones without a break; the first ones of all are sampled now. */
    OfferOutcome offerNext(int... samples);

    /** Offers consecutive sensor sets; {@link #offerAt} with an {@link Instant}. */
    default OfferOutcome offer(Instant instant, int... samples) {
        return offerAt(TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano(), samples);
    }

    /** Begins a new sampling grid with the next offer, wherever its instant lies: the sensor's clock was set. */
    void beginGrid();
}

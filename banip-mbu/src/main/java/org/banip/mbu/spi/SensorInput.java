package org.banip.mbu.spi;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.PacketHeader;

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
    /** How far from its due time a sensor set may arrive ({@link #offerArrivedAt}): 2 s. */
    long ARRIVAL_TOLERANCE_NANOS = 2_000_000_000L;

    /**
     * An instant that is this far before the last one, and not that of the last offer, is no repetition: the clock was set back, and {@link #offerAt}
     * begins a new grid. 1 s.
     */
    long SET_BACK_NANOS = 1_000_000_000L;

    /**
     * A unit of a sampling grid.
     *
     * @param originNanos instant of unit 0, nanoseconds since the epoch
     * @param unit its number, 0 to 2⁵⁶ − 1
     */
    record GridUnit(long originNanos, long unit) {
        /**
         * A unit.
         *
         * @throws org.banip.core.error.BanipException {@code INVALID_SAMPLE} if its number is outside the range
         */
        public GridUnit {
            if (unit < 0 || unit > PacketHeader.MAX_NUMBER) {
                throw new BanipException(
                        ErrorCode.INVALID_SAMPLE,
                        "unit " + unit + " of a sampling grid is outside 0 to " + PacketHeader.MAX_NUMBER);
            }
        }

        /**
         * The one that lies this many units behind it.
         *
         * @throws org.banip.core.error.BanipException {@code INVALID_SAMPLE} if its number is outside the range
         */
        public GridUnit plus(long units) {
            return new GridUnit(originNanos, unit + units);
        }
    }

    /** The group that it measures. */
    SensorGroup group();

    /**
     * Offers consecutive sensor sets.
     *
     * @param instantNanos sampling instant of the first sensor set, nanoseconds since the epoch
     * @param samples a multiple of the number of channels
     * @throws org.banip.core.error.BanipException {@code INVALID_SAMPLE} if a sample is outside its channel's digital range (unless the app
     *     allowed that) or does not fit its width, if a sensor set is not complete, or if 64 bits cannot hold an instant; nothing of the offer is
     *     taken then
     */
    OfferOutcome offerAt(long instantNanos, int... samples);

    /**
     * Offers consecutive sensor sets of a signal whose sampling grid is known, so that their instants are exactly those of that grid: for a signal
     * that comes from another MBU. On the grid of the last offer, units that are left out are declared as a gap. Another grid, or a unit that does
     * not follow, starts a new grid, also if it lies before the last one; so nothing is refused as out of order. Samples outside their channels'
     * digital ranges are taken.
     *
     * @param first the unit of the first sensor set
     * @param samples a multiple of the number of channels
     * @throws org.banip.core.error.BanipException {@code INVALID_SAMPLE} if a sample does not fit its width, if a sensor set is not complete, or if
     *     64 bits cannot hold an instant or its distance from the grid's origin; nothing of the offer is taken then
     */
    OfferOutcome offerOnGrid(GridUnit first, int... samples);

    /**
     * Offers the sensor sets that directly follow the last ones, whatever the clock says: the app knows that nothing is missing between them, and
     * that the sensor keeps the group's frequency. Nothing notices a pause: it is neither declared as a gap nor seen in the instants. For a device
     * that tells only that samples have arrived, use {@link #offerArrived}. The very first sensor set, and the first one after {@link #beginGrid},
     * after a retirement or after a restart with a spool directory, is sampled now, by the MBU's clock ({@link SteadyClock}).
     */
    OfferOutcome offerNext(int... samples);

    /** Offers consecutive sensor sets that arrive now, by the MBU's clock ({@link SteadyClock}); see {@link #offerArrivedAt}. */
    OfferOutcome offerArrived(int... samples);

    /**
     * Offers consecutive sensor sets of a device that tells only that they have arrived. The last one counts as sampled when they arrive. The first
     * offer begins a sampling grid there. Each other one is compared with the instant at which it is due, directly behind the last one:
     *
     * <ul>
     *   <li>Within {@link #ARRIVAL_TOLERANCE_NANOS} of it, or within twice the duration of the offer if that is longer, the sensor sets follow the
     *       last ones directly, because arrivals jitter. So instants may be that far from the arrival, also in the future.
     *   <li>If they arrive later, they are put on the unit of the grid that is nearest to the arrival, and the units that are left out are declared
     *       as a gap.
     *   <li>If they arrive earlier, a new grid begins at the arrival: the clock was set back, or the device gives more samples than the group's
     *       frequency says.
     * </ul>
     *
     * <p>A single sensor set of a group whose period is longer than {@link #ARRIVAL_TOLERANCE_NANOS} is one measurement, like that of a scale, and
     * may come at any time. Unless it arrives within the tolerance of when it is due, a new grid begins at its arrival, and no gap is declared. If
     * the last measurement was put up to the tolerance later than this one arrives, the grid begins 1 ms behind that.
     *
     * <p>No sensor set is refused as out of order. After a restart with a spool directory, what is missing since the earlier process is declared,
     * and a new grid begins.
     *
     * @param arrivedNanos when they arrived, nanoseconds since the epoch, by any clock; use the same one for all offers of a group. An app that
     *     keeps samples for a while before it offers them takes the time when they arrive, not when it offers them
     * @param samples a multiple of the number of channels
     * @throws org.banip.core.error.BanipException {@code INVALID_SAMPLE} as by {@link #offerAt}
     */
    OfferOutcome offerArrivedAt(long arrivedNanos, int... samples);

    /**
     * The instant that the MBU gave the first sensor set of the last offer that it took or declared as dropped; nanoseconds since the epoch. Empty
     * if there was none since the MBU was started.
     */
    OptionalLong lastOfferNanos();

    /**
     * The instant that {@link #offerArrivedAt} would give the first one of these sensor sets now, nanoseconds since the epoch.
     *
     * @param arrivedNanos when they arrived
     * @param units how many sensor sets, at least 1
     * @throws org.banip.core.error.BanipException {@code INVALID_SAMPLE} if 64 bits cannot hold it
     */
    long arrivalNanos(long arrivedNanos, int units);

    /**
     * The instant that follows what an earlier process has left in the spool's directory, nanoseconds since the epoch: sensor sets before it are in
     * the spool or stored. Empty if there was no earlier process, or as soon as something has followed.
     */
    OptionalLong resumedAtNanos();

    /** The same as a unit of the sampling grid of that process, whose instant is {@link #resumedAtNanos}. */
    Optional<GridUnit> resumedAt();

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

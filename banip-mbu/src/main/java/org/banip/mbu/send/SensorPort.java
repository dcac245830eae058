package org.banip.mbu.send;

import java.util.Optional;
import java.util.OptionalLong;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spi.SensorInput.GridUnit;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.stage.GroupCounters;
import org.jspecify.annotations.Nullable;

/** Puts an app's sensor sets on the group's sampling grid and into the queue. Its state is guarded by itself. */
final class SensorPort implements SensorInput, GroupPresence {
    private final int group;
    private final SensorGroup description;
    private final SetQueue queue;
    private final GroupCounters count;
    private final Detectors detectors;
    private final SteadyClock clock;
    private final OfferedSets sets;
    private final InstantRange instants;
    private final Block block;

    private FullPolicy policy;
    private boolean outOfRange;
    /** Whether the app has offered something, or has retired the group. */
    private boolean used;
    /** Whether a sensor has taken the place of this input. */
    private boolean left;

    private boolean onGrid;
    private long originNanos;
    private long nextUnit;
    /** The instant of the first sensor set of the last offer. */
    private long offeredNanos;

    private boolean hasOffered;
    /** Where the signal of an earlier process ended, until something follows it. */
    private Kept.@Nullable End resumedAt;

    private boolean retired;
    /** Whether the host is told that the group is retired, and nothing followed. */
    private boolean declaredRetired;

    SensorPort(
            int group,
            SensorGroup description,
            SendPathSetup.Source source,
            SetQueue queue,
            GroupCounters count,
            Detectors detectors,
            SteadyClock clock) {
        this.group = group;
        this.description = description;
        this.policy = source.policy();
        outOfRange = source.outOfRange();
        this.queue = queue;
        this.count = count;
        this.detectors = detectors;
        this.clock = clock;
        sets = new OfferedSets(description);
        block = sets.block();
        instants = new InstantRange(description);
    }

    /** From now on these settings count. */
    synchronized void follow(SendPathSetup.Source source) {
        policy = source.policy();
        outOfRange = source.outOfRange();
    }

    /**
     * From now on this input takes nothing, because a sensor takes its place.
     *
     * @return false if it was used before; then nothing changes
     */
    synchronized boolean leave() {
        left = !used;
        return left;
    }

    /** Goes on where the signal of an earlier process ended. If the group was retired there, nothing is missing since. */
    synchronized void resumeAt(Kept.End end) {
        declaredRetired = end.retired();
        if (end.retired()) {
            detectors.retired(group);
            return;
        }
        onGrid = true;
        originNanos = end.originNanos();
        nextUnit = end.unit();
        offeredNanos = Long.MIN_VALUE;
        resumedAt = end;
    }

    @Override
    public SensorGroup group() {
        return description;
    }

    @Override
    public OfferOutcome offerAt(long instantNanos, int... samples) {
        OfferOutcome outcome = takeAt(instantNanos, samples);
        detectors.tell();
        return outcome;
    }

    @Override
    public OfferOutcome offerNext(int... samples) {
        OfferOutcome outcome = takeNext(samples);
        detectors.tell();
        return outcome;
    }

    @Override
    public OfferOutcome offerArrived(int... samples) {
        return offerArrivedAt(clock.epochNanos(), samples);
    }

    @Override
    public OfferOutcome offerArrivedAt(long arrivedNanos, int... samples) {
        OfferOutcome outcome = takeArrived(arrivedNanos, samples);
        detectors.tell();
        return outcome;
    }

    @Override
    public OfferOutcome offerOnGrid(GridUnit first, int... samples) {
        OfferOutcome outcome = takeOnGrid(first, samples);
        detectors.tell();
        return outcome;
    }

    @Override
    public synchronized Optional<GridUnit> resumedAt() {
        return Optional.ofNullable(resumedAt).map(end -> new GridUnit(end.originNanos(), end.unit()));
    }

    @Override
    public synchronized OptionalLong lastOfferNanos() {
        return hasOffered ? OptionalLong.of(offeredNanos) : OptionalLong.empty();
    }

    @Override
    public synchronized OptionalLong resumedAtNanos() {
        return resumedAt == null ? OptionalLong.empty() : OptionalLong.of(dueNanos());
    }

    @Override
    public synchronized long arrivalNanos(long arrivedNanos, int units) {
        long first = instants.of(arrivedNanos, 1 - units);
        return onGrid && resumedAt == null
                ? ArrivalTimes.instant(description.frequency(), units, first, originNanos, nextUnit)
                : first;
    }

    private synchronized OfferOutcome takeAt(long instantNanos, int[] samples) {
        sets.fill(samples, outOfRange);
        if (takesNothing()) {
            return whyNothing();
        }
        instants.require(instantNanos, block.unitCount());
        if (onGrid && instantNanos <= lastInstantNanos()) {
            if (instantNanos > lastInstantNanos() - SET_BACK_NANOS || instantNanos == offeredNanos) {
                return refuse();
            }
            onGrid = false;
        }
        long unit = unitAt(instantNanos);
        if (unit < 0) {
            return offerOnNewGrid(instantNanos);
        }
        return unit < nextUnit ? refuse() : offerAtUnit(unit);
    }

    private synchronized OfferOutcome takeOnGrid(GridUnit first, int[] samples) {
        sets.fill(samples, true);
        if (takesNothing()) {
            return whyNothing();
        }
        instants.require(first, block.unitCount());
        boolean follows = onGrid && first.originNanos() == originNanos && first.unit() >= nextUnit;
        return follows ? offerAtUnit(first.unit()) : offerOnGrid(first.originNanos(), first.unit());
    }

    /** Goes on at a unit of the grid; what is left out before it is declared. */
    private OfferOutcome offerAtUnit(long unit) {
        if (unit > nextUnit && policy == FullPolicy.REFUSE) {
            return offerBehindSilence(unit);
        }
        if (unit > nextUnit && !lose(originNanos, nextUnit, unit - nextUnit, Gap.Reason.SENSOR_SILENT)) {
            return OfferOutcome.REJECTED;
        }
        nextUnit = unit;
        return offerOnGrid(originNanos, unit);
    }

    private synchronized OfferOutcome takeNext(int[] samples) {
        sets.fill(samples, outOfRange);
        if (takesNothing()) {
            return whyNothing();
        }
        return onGrid && resumedAt == null ? offerOnGrid(originNanos, nextUnit) : offerOnNewGrid(clock.epochNanos());
    }

    private synchronized OfferOutcome takeArrived(long arrivedNanos, int[] samples) {
        sets.fill(samples, outOfRange);
        if (takesNothing()) {
            return whyNothing();
        }
        int units = block.unitCount();
        long first = instants.of(arrivedNanos, 1 - units);
        instants.require(first, units);
        if (!onGrid || resumedAt != null) {
            return offerOnNewGrid(first);
        }
        Frequency frequency = description.frequency();
        return switch (ArrivalTimes.place(frequency, units, first, dueNanos())) {
            case FOLLOWS -> offerOnGrid(originNanos, nextUnit);
            case BEHIND_GAP -> offerAtUnit(ArrivalTimes.nearestUnit(frequency, first - originNanos));
            case NEW_GRID -> offerOnGrid(ArrivalTimes.behindTheLast(frequency, units, first, lastInstantNanos()), 0);
        };
    }

    private boolean takesNothing() {
        used = true;
        return retired || isClosed();
    }

    private OfferOutcome whyNothing() {
        return isClosed() ? OfferOutcome.CLOSED : OfferOutcome.RETIRED;
    }

    private boolean isClosed() {
        return left || queue.isClosed();
    }

    @Override
    public synchronized void beginGrid() {
        onGrid = false;
    }

    @Override
    public void flush() {
        queue.flush(group);
    }

    @Override
    public void retire() {
        putAway();
        detectors.tell();
    }

    private synchronized void putAway() {
        used = true;
        if (!retired && !declaredRetired) {
            declareRetired();
        }
        detectors.retired(group);
        retired = true;
        count.retired.set(true);
    }

    /** The group is retired from the end of its signal on; what an earlier process has left behind is missing up to now. */
    private void declareRetired() {
        long now = clock.epochNanos();
        Kept.End end = resumedAt;
        if (end != null) {
            long missing = DownTime.units(description.frequency(), end, now);
            if (missing > 0 && lose(end.originNanos(), end.unit(), missing, Gap.Reason.SENSOR_SILENT)) {
                nextUnit = end.unit() + missing;
            }
            resumedAt = null;
        }
        declaredRetired = queue.retire(group, onGrid ? originNanos : now, onGrid ? nextUnit : 0);
    }

    @Override
    public synchronized void resume() {
        if (retired) {
            retired = false;
            count.retired.set(false);
            onGrid = false;
        }
    }

    /** Declares what is missing since an earlier process, if nothing has followed it. */
    private OfferOutcome offerOnNewGrid(long instantNanos) {
        Kept.End end = resumedAt;
        if (end != null) {
            long missing = DownTime.units(description.frequency(), end, instantNanos);
            if (missing > 0 && !lose(end.originNanos(), end.unit(), missing, Gap.Reason.SENSOR_SILENT)) {
                return OfferOutcome.REJECTED;
            }
            resumedAt = null;
            onGrid = false;
        }
        return offerOnGrid(instantNanos, 0);
    }

    private OfferOutcome refuse() {
        queue.refuse(group, block.unitCount());
        return OfferOutcome.OUT_OF_ORDER;
    }

    /** The instant of the next unit, if there is a grid. */
    private long dueNanos() {
        return originNanos + description.frequency().nanosOfUnit(nextUnit);
    }

    /** The instant of the last unit, if there is a grid. */
    private long lastInstantNanos() {
        return originNanos + description.frequency().nanosOfUnit(nextUnit - 1);
    }

    /** The unit whose instant is within a quarter of a period. −1 if there is no such unit, or no grid. */
    private long unitAt(long instantNanos) {
        if (!onGrid) {
            return -1;
        }
        Frequency frequency = description.frequency();
        long offset = instantNanos - originNanos;
        long after = frequency.unitAtOrAfter(offset);
        long quarter = (frequency.nanosOfUnit(after + 1) - frequency.nanosOfUnit(after)) / 4;
        if (frequency.nanosOfUnit(after) - offset <= quarter) {
            return after;
        }
        return after > 0 && offset - frequency.nanosOfUnit(after - 1) <= quarter ? after - 1 : -1;
    }

    private OfferOutcome offerOnGrid(long origin, long unit) {
        int units = block.unitCount();
        block.describe(origin, unit, units);
        if (policy != FullPolicy.REFUSE) {
            detectors.sets(group, block); // first: the queue may make the app wait
        }
        if (policy == FullPolicy.WAIT) {
            detectors.tellElsewhere();
        }
        if (declaredRetired) {
            queue.back(group, origin + description.frequency().nanosOfUnit(unit));
        }
        int done = queue.offer(group, block, policy);
        if (done < units) {
            if (queue.isClosed()) {
                return OfferOutcome.CLOSED;
            }
            if (policy == FullPolicy.REFUSE) {
                return OfferOutcome.NO_ROOM;
            }
            count.unitsDropped.addAndGet(units - done);
            if (!lose(origin, unit + done, units - done, Gap.Reason.SPOOL_FULL)) {
                units = done;
            }
        }
        if (policy == FullPolicy.REFUSE) {
            detectors.sets(group, block);
        }
        took(origin, unit, units);
        return done == block.unitCount()
                ? OfferOutcome.ACCEPTED
                : units == block.unitCount() ? OfferOutcome.DROPPED : OfferOutcome.REJECTED;
    }

    /** Declares what the sensor left out only together with what comes after it: an earlier offer may find room before this one. */
    private OfferOutcome offerBehindSilence(long unit) {
        block.describe(originNanos, unit, block.unitCount());
        if (!queue.offerBehindSilence(group, unit - nextUnit, block)) {
            return queue.isClosed() ? OfferOutcome.CLOSED : OfferOutcome.NO_ROOM;
        }
        detectors.sets(group, block);
        took(originNanos, unit, block.unitCount());
        return OfferOutcome.ACCEPTED;
    }

    /** Goes on behind these units, which were taken or declared lost. */
    private void took(long origin, long unit, int units) {
        if (units > 0) {
            resumedAt = null;
            declaredRetired = false;
            onGrid = true;
            originNanos = origin;
            nextUnit = unit + units;
            offeredNanos = origin + description.frequency().nanosOfUnit(unit);
            hasOffered = true;
        }
        count.unitsProduced.addAndGet(block.unitCount());
        count.bytesRaw.addAndGet(block.length());
    }

    private boolean lose(long origin, long unit, long units, Gap.Reason reason) {
        return queue.lose(group, origin, unit, units, reason);
    }
}

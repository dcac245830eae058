package org.banip.surrogate.api.reduction;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/**
 * Makes one unit of each bucket of units. Bucket {@code k} is the units {@code k·n} to {@code k·n + n − 1} of the sampling grid. While a bucket's
 * units come, eight buckets are open: those whose filter reaches it.
 */
final class Buckets extends GroupReducer {
    private static final long UNKNOWN = -1;

    private final int units;
    private final OpenBuckets open;
    /** Headers of the packets whose units are in the open buckets, and of the one before them. */
    private final ArrayDeque<PacketHeader> remembered = new ArrayDeque<>();

    private long originNanos;
    /** The unit after the last that came; unknown where nothing is remembered. */
    private long dataEnd = UNKNOWN;
    /** The bucket that units come of. */
    private long bucket;
    /** The first bucket that was neither delivered before the last hole nor told as part of a gap. */
    private long notTold;

    private long lastSequence;
    private long lastReceived;

    /** What is delivered next: {@link #count} units from {@link #firstUnit} on. */
    private byte[] sets = new byte[64];

    private int count;
    private long firstUnit;

    Buckets(int index, ReducedGroup group, SurrogateDescription reduced, long begin, SurrogateListener listener) {
        super(index, group, reduced, begin, listener);
        units = group.divisor();
        open = new OpenBuckets(group);
    }

    @Override
    void delivered(SensorData data) {
        PacketHeader header = data.header();
        checkGrid(header.originNanos(), header.firstUnit() < dataEnd, header.sequence());
        if (dataEnd != UNKNOWN && holdsBucket(header.firstUnit())) {
            flush(header.sequence());
        }
        lastSequence = header.sequence();
        lastReceived = data.receivedNanos();
        if (dataEnd == UNKNOWN) {
            bucket = header.firstUnit() / units;
            open.begin(bucket);
        }
        remembered.add(header);
        add(data);
        dataEnd = header.firstUnit() + header.unitCount();
        deliverClosed(ReducedNumbers.completedBy(header.sequence(), begins()));
        forgetOld();
    }

    /** The packet from which on a subscription comes to the same buckets. */
    private long begins() {
        return remembered.element().sequence();
    }

    /** Forgets the packets that no open bucket needs: the oldest one's filter begins four buckets before it. */
    private void forgetOld() {
        long needed = (bucket - OpenBuckets.BEFORE - LowPass.REACH) * units;
        PacketHeader oldest = remembered.remove();
        while (!remembered.isEmpty() && remembered.element().firstUnit() <= needed) {
            oldest = remembered.remove();
        }
        remembered.addFirst(oldest);
    }

    /** What comes of a new grid has nothing to do with what was before. */
    private void checkGrid(long origin, boolean goesBack, long sequence) {
        if (origin != originNanos || goesBack) {
            flush(sequence);
            notTold = 0;
        }
        originNanos = origin;
    }

    /** Whether nothing came of a whole bucket between the last unit and this one. */
    private boolean holdsBucket(long unit) {
        return -Math.floorDiv(-dataEnd, units) < unit / units;
    }

    private void add(SensorData data) {
        long unit = data.header().firstUnit();
        for (int at = 0; at < data.unitCount(); at++, unit++) {
            while (unit >= (bucket + 1) * units) {
                close(bucket - OpenBuckets.BEFORE);
                bucket++;
                open.next(bucket);
            }
            open.add(data, at, (int) (unit - bucket * units));
        }
    }

    /** Puts a bucket into what is delivered next, unless nothing came of it. */
    private void close(long closed) {
        if (!open.has(closed)) {
            return;
        }
        int at = count * layout.setBytes();
        if (at + layout.setBytes() > sets.length) {
            sets = Arrays.copyOf(sets, Math.max(2 * sets.length, at + layout.setBytes()));
        }
        if (count == 0) {
            firstUnit = closed;
        }
        open.write(closed, layout, sets, at);
        count++;
    }

    private void deliverClosed(long number) {
        if (count > 0) {
            PacketHeader header = new PacketHeader(index, number, originNanos, firstUnit, count, true);
            byte[] delivered = Arrays.copyOf(sets, count * layout.setBytes());
            count = 0;
            deliver(header, delivered, lastReceived);
        }
    }

    /** Delivers all of which anything came, and forgets what was before; this packet or gap is the cause. */
    private void flush(long sequence) {
        if (dataEnd != UNKNOWN) {
            for (long each = bucket - OpenBuckets.BEFORE; each <= bucket; each++) {
                close(each);
            }
            dataEnd = UNKNOWN;
            notTold = bucket + 1;
            deliverClosed(ReducedNumbers.endedBy(sequence, begins()));
            remembered.clear();
        }
    }

    @Override
    void gap(Gap gap) {
        checkGrid(gap.originNanos(), false, gap.sequence());
        if (gap.isRetirement()) {
            flush(gap.sequence());
            tell(gap, Math.max(notTold, -Math.floorDiv(-gap.firstUnit(), units)), 1);
            return;
        }
        long from = Math.max(notTold, gap.firstUnit() / units);
        long to = gap.endUnit() / units;
        if (dataEnd != UNKNOWN) {
            from = Math.max(from, -Math.floorDiv(-dataEnd, units));
            if (holdsBucket(gap.endUnit())) {
                flush(gap.sequence());
            }
        }
        if (from < to) {
            notTold = to;
            tell(gap, from, to - from);
        }
    }

    @Override
    void end() {
        flush(lastSequence + 1);
    }
}

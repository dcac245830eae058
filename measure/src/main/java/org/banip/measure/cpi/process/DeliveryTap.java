package org.banip.measure.cpi.process;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.store.SensorSetDigest;

/** A live subscriber that records the delivery of each packet, and digests it. Guarded by its monitor. */
final class DeliveryTap implements SurrogateListener {
    private final List<SensorData> packets = new ArrayList<>();
    private final List<Long> deliveredNanos = new ArrayList<>();
    private final LongSupplier epochNanos;
    private long units;
    private long bytes;
    private long missed;

    /**
     * A subscriber.
     *
     * @param epochNanos the clock of the instants of delivery
     */
    DeliveryTap(LongSupplier epochNanos) {
        this.epochNanos = epochNanos;
    }

    @Override
    public synchronized void delivered(SensorData data) {
        deliveredNanos.add(epochNanos.getAsLong());
        packets.add(data);
        units += data.unitCount();
        bytes += data.length();
        notifyAll();
    }

    @Override
    public synchronized void missed(SurrogateDescription surrogate, long missedPackets, long missedUnits) {
        missed += missedUnits;
        notifyAll();
    }

    /**
     * Waits until this number of sensor sets was delivered or missed.
     *
     * @return false if that did not happen in time
     */
    synchronized boolean awaitUnits(long wanted, Duration time) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        while (units + missed < wanted) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    synchronized long units() {
        return units;
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized long missed() {
        return missed;
    }

    /** The sampling grid that the subscriber sees; empty before the first packet. */
    synchronized Optional<SensorSetDigest> digest() {
        if (packets.isEmpty()) {
            return Optional.empty();
        }
        List<SensorGroup> groups = packets.get(0).surrogate().ban().groups();
        SensorSetDigest digest = new SensorSetDigest(groups);
        for (SensorData data : packets) {
            digest.update(
                    data.header().group(),
                    data.toByteArray(),
                    0,
                    data.unitCount(),
                    data.header().originNanos(),
                    data.header().firstUnit());
        }
        return Optional.of(digest);
    }

    /** One line for each sensor set. */
    synchronized void write(Writer out) throws IOException {
        out.write("group,unit,bytes,scheduledNanos,deliveredNanos\r\n");
        for (int i = 0; i < packets.size(); i++) {
            write(out, packets.get(i), deliveredNanos.get(i));
        }
    }

    private static void write(Writer out, SensorData data, long delivered) throws IOException {
        int setBytes = data.group().setBytes();
        for (int unit = 0; unit < data.unitCount(); unit++) {
            out.write(data.header().group() + "," + (data.header().firstUnit() + unit) + "," + setBytes + ","
                    + data.instantNanos(unit) + "," + delivered + "\r\n");
        }
    }
}

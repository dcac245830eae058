package org.banip.surrogate.detection;

import java.util.concurrent.TimeUnit;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.StepsBack;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.subscriber.StoredGroup;

/**
 * Reads the end of what is stored of a group: two minutes, in which detectors learn what the signal looks like, and before its end as much as the host
 * may have stored without telling what was found in it. One thread.
 */
final class StoredTail {
    private static final long LEARNING_NANOS = TimeUnit.MINUTES.toNanos(2);
    /** A turn of the decoder ends after so many bytes and a packet (GroupDecoder); what it decoded is stored before the detectors get it. */
    private static final int UNTOLD_BYTES = 65_536;

    /** More items of events than the host may have stored without telling. */
    private static final long UNTOLD_EVENTS = 1000;

    private static final long FIRST_STEP = 64;
    private static final long LONGEST_STEP = 1 << 17;

    private final Store store;
    private final InterconnectRecord record;
    private final int group;
    private final SensorGroup described;
    private final StoredGroup stored;
    private long sensorBytes;

    /** Gets the items, in order. */
    interface Items {
        /** A packet and its sensor sets. */
        void packet(PacketHeader header, byte[] sets);

        void gap(Gap gap);
    }

    StoredTail(Store store, Transcoders known, InterconnectRecord record, SurrogateDescription surrogate, int group) {
        this.store = store;
        this.record = record;
        this.group = group;
        described = surrogate.ban().groups().get(group);
        stored = new StoredGroup(store, known, record, surrogate, group);
    }

    /**
     * Reads up to this sequence number.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE}
     */
    void read(long next, Items to) {
        long unused = stored.read(from(next), next, () -> false, new StoredGroup.Found() {
            @Override
            public void data(SensorData data) {
                sensorBytes += data.length();
                to.packet(data.header(), data.toByteArray());
            }

            @Override
            public void gap(Gap gap) {
                to.gap(gap);
            }

            @Override
            public void unreadable(int of, long items, BanipException cause) {
                // The detectors see that sensor sets are missing.
            }
        });
    }

    /** Goes back in steps that double. Events need no learning, and their packets are on grids of their own. */
    private long from(long next) {
        if (described.events().isPresent()) {
            return Math.max(0, next - UNTOLD_EVENTS);
        }
        return StepsBack.from(
                new StepsBack.ItemsOf(store, record, group), next, FIRST_STEP, LONGEST_STEP, this::reaches);
    }

    private boolean reaches(Sequenced first, Sequenced last) {
        if (first.originNanos() != last.originNanos()) {
            return false; // the clock was set, or the sensor began anew: how much there is cannot be told from two
            // items
        }
        long units = last.endUnit() - first.firstUnit();
        long untold = UNTOLD_BYTES / described.setBytes() + (last.endUnit() - last.firstUnit());
        return described.frequency().nanosOfUnit(Math.max(0, units - untold)) >= LEARNING_NANOS;
    }

    /** Bytes of sensor sets that came so far. */
    long sensorBytes() {
        return sensorBytes;
    }
}

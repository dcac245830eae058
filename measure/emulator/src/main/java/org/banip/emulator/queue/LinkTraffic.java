package org.banip.emulator.queue;

import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.json.JsonWriter;

/** What one direction of a link has done so far; written by the queue's thread, read by any. */
public final class LinkTraffic {
    private final AtomicLong offeredPackets = new AtomicLong();
    private final AtomicLong offeredBytes = new AtomicLong();
    private final AtomicLong deliveredPackets = new AtomicLong();
    private final AtomicLong deliveredBytes = new AtomicLong();
    private final AtomicLong droppedPackets = new AtomicLong();
    private final AtomicLong lostPackets = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong longestQueueBytes = new AtomicLong();

    /** All zero. */
    LinkTraffic() {}

    void offered(int bytes) {
        add(offeredPackets, 1);
        add(offeredBytes, bytes);
    }

    void delivered(int bytes) {
        add(deliveredPackets, 1);
        add(deliveredBytes, bytes);
    }

    void dropped() {
        add(droppedPackets, 1);
    }

    void lost() {
        add(lostPackets, 1);
    }

    void waited() {
        add(waits, 1);
    }

    void queued(long bytes) {
        if (bytes > longestQueueBytes.get()) {
            longestQueueBytes.lazySet(bytes);
        }
    }

    /** There is one writer only. */
    private static void add(AtomicLong counter, long more) {
        counter.lazySet(counter.get() + more);
    }

    /** Packets put on the link. */
    public long offeredPackets() {
        return offeredPackets.get();
    }

    /** Their bytes, IP headers included. */
    public long offeredBytes() {
        return offeredBytes.get();
    }

    /** Packets that arrived. */
    public long deliveredPackets() {
        return deliveredPackets.get();
    }

    /** Their bytes, IP headers included. */
    public long deliveredBytes() {
        return deliveredBytes.get();
    }

    /** Packets that did not fit into the queue. */
    public long droppedPackets() {
        return droppedPackets.get();
    }

    /** Packets lost on the way, at random or in bursts. */
    public long lostPackets() {
        return lostPackets.get();
    }

    /** How often a packet waited because the link had been at rest. */
    public long waits() {
        return waits.get();
    }

    /** The longest the queue has been. */
    public long longestQueueBytes() {
        return longestQueueBytes.get();
    }

    /** Adds the counters to an object that is being written. */
    public void writeTo(JsonWriter json) {
        json.field("offeredPackets", offeredPackets())
                .field("offeredBytes", offeredBytes())
                .field("deliveredPackets", deliveredPackets())
                .field("deliveredBytes", deliveredBytes())
                .field("droppedPackets", droppedPackets())
                .field("lostPackets", lostPackets())
                .field("waits", waits())
                .field("longestQueueBytes", longestQueueBytes());
    }
}

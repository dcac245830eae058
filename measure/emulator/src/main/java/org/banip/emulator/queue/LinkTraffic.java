package org.banip.emulator.queue;

import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.json.JsonWriter;

/** Counters of one direction of a link. The queue's thread writes them, any thread reads them. */
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

    /** Increments without atomic operations, because there is one writer only. */
    private static void add(AtomicLong counter, long more) {
        counter.lazySet(counter.get() + more);
    }

    /** Packets sent. */
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

    /** Number of packets that waited for a bearer. */
    public long waits() {
        return waits.get();
    }

    /** Largest size of the queue in bytes. */
    public long longestQueueBytes() {
        return longestQueueBytes.get();
    }

    /** Writes the counters as fields of an object. */
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

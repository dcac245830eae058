package org.banip.mbu.interconnect;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the packets and gaps sent on one path, and their bytes. The sending thread counts, any thread reads. */
public final class PathCounters {
    private final AtomicLong packets = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong packetsRedundant = new AtomicLong();
    private final AtomicLong bytesRedundant = new AtomicLong();
    private final AtomicLong packetsReinjected = new AtomicLong();
    private final AtomicLong bytesReinjected = new AtomicLong();

    /** Nothing was sent yet. */
    PathCounters() {}

    /** An item is sent. */
    void sent(int length) {
        packets.incrementAndGet();
        bytes.addAndGet(length);
    }

    /** An item is sent that another path has under way. */
    void sentAsWell(int length) {
        sent(length);
        packetsRedundant.incrementAndGet();
        bytesRedundant.addAndGet(length);
    }

    /** One of those was sent because that is cheaper than to wait for the other path. */
    void reinjected(int about) {
        packetsReinjected.incrementAndGet();
        bytesReinjected.addAndGet(about);
    }

    /** Packets and gaps sent. */
    public long packets() {
        return packets.get();
    }

    /** Their bytes. */
    public long bytes() {
        return bytes.get();
    }

    /** Packets and gaps that another path had under way. */
    public long packetsRedundant() {
        return packetsRedundant.get();
    }

    /** The bytes of those. */
    public long bytesRedundant() {
        return bytesRedundant.get();
    }

    /** Those of them that were sent because the other path was slow or late with them. */
    public long packetsReinjected() {
        return packetsReinjected.get();
    }

    /** About the bytes of those. */
    public long bytesReinjected() {
        return bytesReinjected.get();
    }
}

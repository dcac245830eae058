package org.banip.mbu.spool;

import org.banip.core.interconnect.ReorderWindow;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/** A packet or gap in the spool; owned by the spool, under its monitor. */
final class Spooled implements Sharing.Carried {
    private static final int OVERHEAD = 96;
    /** About the bytes of a frame without its payload, and of a gap's frame. */
    private static final int FRAME = 7;

    private static final int GAP_FRAME = 32;

    /** Its payload is empty if it is {@linkplain #parked elsewhere}. */
    Sequenced item;
    /** The length of a packet's payload. */
    final int payloadBytes;
    /** The bytes that the item counts for. */
    final int bytes;
    /** The place among the first items of other groups of the same service class ({@link org.banip.mbu.stage.SendPolicy#rank}). */
    final long rank;
    /** The time when it was put in. */
    final long putNanos;
    /** Whether its sensor sets were already counted as delivered. This is so if the host lost them, and the MBU declares a gap. */
    final boolean settled;

    /** Where the journal has it. */
    long place = SpoolJournal.NOWHERE;
    /** Whether its payload is only in the journal. */
    boolean parked;

    boolean everSent;
    /** How often it was sent in a request that the host may have taken. */
    private int sendings;
    /** The host has refused each request that had it. */
    private boolean refused;

    /** The link that has claimed the item, while it is under way. */
    int link;
    /** The other links that have it under way: bit n for number n. */
    int copies;
    /** The time when the link claimed it. */
    long sentNanos;

    Spooled(Sequenced item, long rank, long putNanos) {
        this(item, item instanceof Packet packet ? packet.payload().length : 0, rank, putNanos, false);
    }

    private Spooled(Sequenced item, int payloadBytes, long rank, long putNanos, boolean settled) {
        this.item = item;
        this.payloadBytes = payloadBytes;
        bytes = OVERHEAD + payloadBytes;
        this.rank = rank;
        this.putNanos = putNanos;
        this.settled = settled;
    }

    /** An item of an earlier process. The payload of a packet is in the journal. */
    static Spooled kept(Kept.Item kept, long rank, long putNanos) {
        Spooled spooled = new Spooled(kept.item(), kept.payloadBytes(), rank, putNanos, false);
        spooled.place = kept.place();
        spooled.parked = kept.item() instanceof Packet;
        return spooled;
    }

    /** A gap for items that the host had stored and has lost. It goes before all other items of its class. */
    static Spooled lostByHost(Gap gap, long nowNanos) {
        Spooled lost = new Spooled(gap, 0, Long.MIN_VALUE, nowNanos, true);
        lost.sent();
        return lost;
    }

    /** The retirement of a group that the host of another session has stored. */
    static Spooled retiredBefore(Sequenced gap, long nowNanos) {
        return new Spooled(gap, 0, Long.MIN_VALUE, nowNanos, true);
    }

    /** Another item in the place of this one, never sent. */
    Spooled replacedBy(Sequenced other) {
        int length = other instanceof Packet packet ? packet.payload().length : 0;
        return new Spooled(other, length, rank, putNanos, settled);
    }

    /** The same item under another number, never sent. The journal has it under its former one. */
    Spooled numbered(long sequence) {
        Spooled same = new Spooled(Numbers.of(item, sequence), payloadBytes, rank, putNanos, settled);
        same.place = place;
        same.parked = parked;
        return same;
    }

    /** The same packet with its checksum. */
    Spooled withChecksum(Packet packet) {
        Spooled same = replacedBy(Packet.of(packet.header(), packet.payload()));
        same.place = place;
        return same;
    }

    /** A link sends it. */
    void sent() {
        if (everSent && sendings == 0 && !refused) {
            sendings = 1; // by somebody else
        }
        everSent = true;
        refused = false;
        sendings++;
    }

    /** The host has taken nothing of a request that had it, and will take nothing of it. */
    void refused() {
        sendings--;
        refused = sendings == 0;
    }

    /** Whether this is so of each request that had it, and there was one. */
    boolean isRefused() {
        return refused;
    }

    /** It counts as never sent. */
    void unsent() {
        everSent = false;
        refused = false;
    }

    boolean isCarriedBy(int number) {
        return link == number || (copies & (1 << number)) != 0;
    }

    @Override
    public int carriers() {
        return (1 << link) | copies;
    }

    long units() {
        return item instanceof Packet packet ? packet.header().unitCount() : ((Gap) item).unitCount();
    }

    @Override
    public long rank() {
        return rank;
    }

    @Override
    public long sentNanos() {
        return sentNanos;
    }

    @Override
    public int frameBytes() {
        return item instanceof Packet ? FRAME + payloadBytes : GAP_FRAME;
    }

    /** What it takes of the host's reorder window. */
    long reorderBytes() {
        return (long) bytes - OVERHEAD + ReorderWindow.OVERHEAD_BYTES;
    }

    boolean isPacketWithoutKey() {
        return item instanceof Packet packet && !packet.header().key();
    }
}

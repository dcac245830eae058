package org.banip.core.transcoding.spi;

import org.banip.core.packet.Packet;

/**
 * A block in the sense of FLAC (RFC 9639, "Definitions"): consecutive samples of all channels that are coded together. Here these are consecutive
 * sensor sets of one group, or the bytes that components have made from them. Components pass blocks to each other.
 *
 * <p>Mutable and reused. A block belongs to the component that passes it on, and is valid until that call returns. Unit k of the block was
 * sampled at {@code originNanos + frequency.nanosOfUnit(firstUnit + k)} (nanoseconds since the epoch).
 */
public final class Block {
    private static final int MAX_ADDED = 8 * Transcoder.MAX_GROWTH; // by the eight components of the longest chain

    private byte[] bytes;
    private int length;
    private long originNanos;
    private long firstUnit;
    private int unitCount;
    private boolean key;

    /** An empty block with this capacity in bytes; it grows when needed. */
    public Block(int capacity) {
        bytes = new byte[Math.max(16, capacity)];
    }

    /** The array; only the first {@link #length()} bytes are valid. Invalid after {@link #ensureCapacity}. */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * The maximum number of bytes that components can have made from this block's units: at most {@link Packet#MAX_DECODED} bytes of units, and
     * the bytes that a chain's components may add. A decoder stops there.
     */
    public int limit(int setBytes) {
        long raw = Math.min((long) unitCount * setBytes, Packet.MAX_DECODED);
        return (int) raw + MAX_ADDED;
    }

    /** Number of valid bytes. */
    public int length() {
        return length;
    }

    /** Sets the number of valid bytes; at most the capacity. */
    public void length(int newLength) {
        if (newLength < 0 || newLength > bytes.length) {
            throw new IndexOutOfBoundsException("length " + newLength + ", capacity " + bytes.length);
        }
        length = newLength;
    }

    /** Grows to at least this capacity in bytes and keeps the content. */
    public void ensureCapacity(int capacity) {
        if (capacity > bytes.length) {
            byte[] larger = new byte[Math.max(capacity, Math.min(bytes.length * 2, Integer.MAX_VALUE - 8))];
            System.arraycopy(bytes, 0, larger, 0, length);
            bytes = larger;
        }
    }

    /** Appends bytes. */
    public void append(byte[] source, int offset, int count) {
        ensureCapacity(length + count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    /** Copies everything but the bytes: the sampling instants, the number of units, and the key mark. */
    public void describeAs(Block other) {
        describe(other.originNanos, other.firstUnit, other.unitCount);
        key = other.key;
    }

    /** Sets the sampling instants and the number of units. */
    public void describe(long newOriginNanos, long newFirstUnit, int newUnitCount) {
        originNanos = newOriginNanos;
        firstUnit = newFirstUnit;
        unitCount = newUnitCount;
    }

    /** Removes bytes and units, and keeps the capacity. */
    public void clear() {
        length = 0;
        unitCount = 0;
        key = false;
    }

    /** The instant of unit 0 of the sampling grid, nanoseconds since the epoch. */
    public long originNanos() {
        return originNanos;
    }

    /** The first unit's number on the sampling grid. */
    public long firstUnit() {
        return firstUnit;
    }

    /** The number of sensor sets of this block. */
    public int unitCount() {
        return unitCount;
    }

    /** Whether stateful components must forget their state before this block. */
    public boolean key() {
        return key;
    }

    /** Sets whether stateful components must forget their state before this block. */
    public void key(boolean newKey) {
        key = newKey;
    }
}

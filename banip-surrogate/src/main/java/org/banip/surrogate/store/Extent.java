package org.banip.surrogate.store;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Positions of consecutive items of one group in the log: the numbers of their rows. The item at index i has the sequence number
 * {@link #first} + i; only the last one may take more than one number. Not thread-safe.
 */
final class Extent {
    /** Items of a full extent. With more, the index is not much smaller, and a reader decodes more than it needs. */
    static final int CAPACITY = 256;

    private final long first;
    private long next;
    private long lastKey = Items.NONE;
    private long[] rows;
    private int count;

    Extent(long first) {
        this(first, first, Items.NONE, new long[4], 0);
    }

    private Extent(long first, long next, long lastKey, long[] rows, int count) {
        this.first = first;
        this.next = next;
        this.lastKey = lastKey;
        this.rows = rows;
        this.count = count;
    }

    /** Whether this item continues the extent. */
    boolean takes(long sequence) {
        return sequence == next && count < CAPACITY && next == first + count;
    }

    boolean full() {
        return count == CAPACITY || next != first + count;
    }

    void add(long row, long sequence, long sequenceCount, boolean key) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, 2 * count);
        }
        rows[count++] = row;
        next = sequence + sequenceCount;
        if (key) {
            lastKey = sequence;
        }
    }

    long first() {
        return first;
    }

    /** The sequence number after the last item. */
    long next() {
        return next;
    }

    /** The sequence number of the last key packet, {@link Items#NONE} without one. */
    long lastKey() {
        return lastKey;
    }

    int count() {
        return count;
    }

    long row(int index) {
        return rows[index];
    }

    long firstRow() {
        return rows[0];
    }

    long lastRow() {
        return rows[count - 1];
    }

    /** The index of the first item that has this number or a later one. */
    int indexOf(long sequence) {
        return (int) Math.max(0, Math.min(count, sequence - first));
    }

    /** The sequence number after the item at this index. */
    long after(int index) {
        return index == count - 1 ? next : first + index + 1;
    }

    /** The part from a number on. */
    Extent from(long sequence) {
        int index = indexOf(sequence);
        return new Extent(
                Math.max(first, sequence),
                next,
                lastKey < sequence ? Items.NONE : lastKey,
                Arrays.copyOfRange(rows, index, count),
                count - index);
    }

    Extent copy() {
        return new Extent(first, next, lastKey, Arrays.copyOf(rows, count), count);
    }

    /** The distances between the rows, seven bits in each byte, low bits first; the first row's number is stored separately. */
    byte[] encodeRows() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(2 * count);
        for (int i = 1; i < count; i++) {
            long distance = rows[i] - rows[i - 1];
            while (distance > 0x7f) {
                out.write((int) (distance & 0x7f | 0x80));
                distance >>>= 7;
            }
            out.write((int) distance);
        }
        return out.toByteArray();
    }

    static Extent decode(long first, long next, long lastKey, long firstRow, byte[] encoded) {
        long[] rows = new long[encoded.length + 1];
        rows[0] = firstRow;
        int count = 1;
        long distance = 0;
        int shift = 0;
        for (byte b : encoded) {
            distance |= (b & 0x7fL) << shift;
            shift += 7;
            if (b >= 0) {
                rows[count] = rows[count - 1] + distance;
                count++;
                distance = 0;
                shift = 0;
            }
        }
        return new Extent(first, next, lastKey, rows, count);
    }
}

package org.banip.mbu.interconnect;

import java.util.Arrays;

/** The items of a link that are under way, in the order in which they were sent: a ring without objects, which grows when it is full. One thread at a time. */
final class SentFlushes {
    private static final int FIRST_CAPACITY = 64;

    private int[] groups = new int[FIRST_CAPACITY];
    private long[] nextSequences = new long[FIRST_CAPACITY];
    private int[] bytes = new int[FIRST_CAPACITY];
    private long[] sentNanos = new long[FIRST_CAPACITY];
    private long[] positions = new long[FIRST_CAPACITY];
    /** Of each group, the highest of all that were added. */
    private long[] latest = new long[1];

    private int first;
    private int size;

    /** An item was sent. The position is that of its end among the bytes of which receipts tell. */
    void add(int group, long nextSequence, int length, long position, long nowNanos) {
        if (size == groups.length) {
            grow();
        }
        int at = (first + size) & (groups.length - 1);
        groups[at] = group;
        nextSequences[at] = nextSequence;
        bytes[at] = length;
        sentNanos[at] = nowNanos;
        positions[at] = position;
        size++;
        latest = group < latest.length ? latest : Arrays.copyOf(latest, group + 1);
        latest[group] = Math.max(latest[group], nextSequence);
    }

    /** Whether a later item of the group was added. */
    boolean hadLater(int group, long nextSequence) {
        return group < latest.length && latest[group] > nextSequence;
    }

    private void grow() {
        int capacity = groups.length;
        groups = Arrays.copyOf(inOrder(groups), 2 * capacity);
        nextSequences = Arrays.copyOf(inOrder(nextSequences), 2 * capacity);
        bytes = Arrays.copyOf(inOrder(bytes), 2 * capacity);
        sentNanos = Arrays.copyOf(inOrder(sentNanos), 2 * capacity);
        positions = Arrays.copyOf(inOrder(positions), 2 * capacity);
        first = 0;
    }

    private int[] inOrder(int[] ring) {
        int[] ordered = new int[ring.length];
        System.arraycopy(ring, first, ordered, 0, ring.length - first);
        System.arraycopy(ring, 0, ordered, ring.length - first, first);
        return ordered;
    }

    private long[] inOrder(long[] ring) {
        long[] ordered = new long[ring.length];
        System.arraycopy(ring, first, ordered, 0, ring.length - first);
        System.arraycopy(ring, 0, ordered, ring.length - first, first);
        return ordered;
    }

    /** Whether the oldest item is stored, if the host has stored all items of each group before these numbers. */
    boolean firstIsStored(long[] next) {
        return size > 0 && nextSequences[first] <= next[groups[first]];
    }

    boolean isEmpty() {
        return size == 0;
    }

    int firstBytes() {
        return bytes[first];
    }

    long firstSentNanos() {
        return sentNanos[first];
    }

    long firstPosition() {
        return positions[first];
    }

    void removeFirst() {
        first = (first + 1) & (groups.length - 1);
        size--;
    }
}

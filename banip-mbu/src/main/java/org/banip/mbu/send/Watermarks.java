package org.banip.mbu.send;

import java.util.Arrays;

/** How many units of each group wait in the queue, and how many of them wake the encoding thread. Guarded by its {@link SetQueue}. */
final class Watermarks {
    private final int[] waiting;
    private final int[] marks;

    /** Nothing waits, and the first unit wakes. */
    Watermarks(int groups) {
        waiting = new int[groups];
        marks = new int[groups];
        Arrays.fill(marks, 1);
    }

    /** From now on this number of units wakes. Returns whether it already waits. */
    boolean set(int group, int count) {
        marks[group] = count;
        return isReached(group);
    }

    /** Units have entered the queue. */
    void add(int group, int count) {
        waiting[group] += count;
    }

    /** Units have left it. */
    void remove(int group, int count) {
        waiting[group] -= count;
    }

    /** How many more units wake; at least 1. */
    int missing(int group) {
        return Math.max(1, marks[group] - waiting[group]);
    }

    /** Whether enough units wait. */
    boolean isReached(int group) {
        return waiting[group] >= marks[group];
    }
}

package org.banip.mbu.interconnect;

/**
 * What has arrived of the bytes that were sent on a path, of several. Acknowledgements wait for what other paths carry; the answer to a time request does
 * not, and the host answers it when it has read all that was sent before it. Guarded by its {@link SendWindow}.
 */
final class Receipts {
    /** Requests that may be unanswered; beyond them none is sent. */
    private static final int CAPACITY = 64;
    /** A request follows this part of the window. */
    private static final int PART = 8;

    private final long[] requestedNanos = new long[CAPACITY];
    private final long[] positions = new long[CAPACITY];
    /** Of each request: how many bytes were under way before it. */
    private final long[] flights = new long[CAPACITY];

    private int first;
    private int size;

    private long sent;
    private long requested;
    private long arrived;
    /** That of the last request that was answered. */
    private long flight;

    /** Bytes were sent. Returns the position behind them. */
    long sent(int bytes) {
        sent += bytes;
        return sent;
    }

    /** The position behind all that was sent. */
    long position() {
        return sent;
    }

    /** Whether a request is to be sent behind what was sent. */
    boolean isDue(long window, boolean closed) {
        long since = sent - requested;
        return since > 0 && size < CAPACITY && (closed || since >= window / PART);
    }

    /** Remembers a request. Returns its time, which no other one has. */
    long request(long nowNanos) {
        long time = size == 0 ? nowNanos : Math.max(nowNanos, requestedNanos[last()] + 1);
        requestedNanos[(first + size) % CAPACITY] = time;
        positions[(first + size) % CAPACITY] = sent;
        flights[(first + size) % CAPACITY] = sent - arrived;
        size++;
        requested = sent;
        return time;
    }

    private int last() {
        return (first + size - 1) % CAPACITY;
    }

    /** Whether a request of this time is unanswered. */
    boolean isKnown(long time) {
        for (int r = 0; r < size; r++) {
            if (requestedNanos[(first + r) % CAPACITY] == time) {
                return true;
            }
        }
        return false;
    }

    /** The request of this time was answered. Returns how many more bytes have arrived. */
    long answered(long time) {
        long position = arrived;
        while (size > 0 && requestedNanos[first] <= time) {
            position = positions[first];
            flight = flights[first];
            first = (first + 1) % CAPACITY;
            size--;
        }
        return arrivedUpTo(position);
    }

    /** How many bytes were under way before the last request that was answered. */
    long flight() {
        return flight;
    }

    /** All bytes before this position have arrived. Returns how many more these are. */
    long arrivedUpTo(long position) {
        long more = Math.max(0, position - arrived);
        arrived += more;
        return more;
    }
}

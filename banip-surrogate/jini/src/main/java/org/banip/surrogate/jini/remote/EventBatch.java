package org.banip.surrogate.jini.remote;

import java.io.Serializable;

/**
 * Events of one surrogate, in order, in two arrays: numbers and bytes. Made by {@link BatchWriter}, read by {@link BatchReader}; see {@link
 * EventKind} for what stands in the arrays.
 *
 * @param numbers per event, the kind's number and the numbers that this kind has
 * @param bytes sensor sets and documents, in the events' order; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // as it stands on the wire; nobody compares or changes it
public record EventBatch(long[] numbers, byte[] bytes) implements Serializable {
    /** Most numbers in a batch: 65,536 events have room. */
    public static final int MAX_NUMBERS = 1 << 20;
    /** Most bytes in a batch: the longest packet has room. */
    public static final int MAX_BYTES = 64 << 20;

    /** Checks the lengths. */
    public EventBatch {
        Checks.length("numbers of a batch", numbers.length, MAX_NUMBERS);
        Checks.length("bytes of a batch", bytes.length, MAX_BYTES);
    }

    /** Bytes of both arrays. */
    public int length() {
        return numbers.length * Long.BYTES + bytes.length;
    }
}

package org.banip.gateway.sample;

import java.util.Arrays;
import java.util.OptionalLong;

/** Consecutive sensor sets of one message, as digital values. Immutable; the array belongs to it. */
public final class Samples {
    private final OptionalLong instantNanos;
    private final int[] values;

    Samples(OptionalLong instantNanos, int[] values) {
        this.instantNanos = instantNanos;
        this.values = values;
    }

    /** Sampling instant of the first sensor set, nanoseconds since the epoch; empty if the device did not say. */
    public OptionalLong instantNanos() {
        return instantNanos;
    }

    /** Digital values, one sensor set after the other. Not to be changed. */
    public int[] values() {
        return values;
    }

    /** A hash of the values. */
    public int hash() {
        return Arrays.hashCode(values);
    }
}

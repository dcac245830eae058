package org.banip.gateway.sample;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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

    /** What tells these values from any others. */
    public Digest digest() {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * values.length);
            bytes.asIntBuffer().put(values);
            return new Digest(ByteBuffer.wrap(sha256.digest(bytes.array())));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * A SHA-256 digest of values, in their order.
     *
     * @param bytes not to be changed
     */
    public record Digest(ByteBuffer bytes) {}
}

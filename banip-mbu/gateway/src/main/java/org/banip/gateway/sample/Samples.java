package org.banip.gateway.sample;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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

    /**
     * Consecutive sensor sets of a known time.
     *
     * @param instantNanos of the first one
     * @param values belongs to them from now on
     */
    public static Samples at(long instantNanos, int[] values) {
        return new Samples(OptionalLong.of(instantNanos), values);
    }

    /** Sampling instant of the first sensor set, nanoseconds since the epoch; empty if the device did not say. */
    public OptionalLong instantNanos() {
        return instantNanos;
    }

    /** The same samples without the first values, as those of this instant. */
    public Samples from(int first, long nanos) {
        return new Samples(OptionalLong.of(nanos), Arrays.copyOfRange(values, first, values.length));
    }

    /** Digital values, one sensor set after the other. Not to be changed. */
    public int[] values() {
        return values;
    }

    /** What tells these values from any others. */
    public Digest digest() {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * values.length);
        bytes.asIntBuffer().put(values);
        return digest(bytes.array());
    }

    /** The digest of any bytes. */
    public static Digest digest(byte[] bytes) {
        try {
            return new Digest(
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * A SHA-256 digest, of values in their order.
     *
     * @param bytes not to be changed
     */
    public record Digest(ByteBuffer bytes) {}
}

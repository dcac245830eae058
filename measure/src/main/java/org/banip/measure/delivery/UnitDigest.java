package org.banip.measure.delivery;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;

/**
 * SHA-256 over the sensor sets of one group, each with its sampling instant before it (8 bytes, big-endian nanoseconds since the
 * epoch): equal where the same was sampled at the same time, however it was cut into packets.
 *
 * <p>Any thread, one call at a time in the order of the units; guarded by the monitor.
 */
public final class UnitDigest {
    private final MessageDigest sha = sha256();
    private final Frequency frequency;
    private final int setBytes;
    private ByteBuffer buffer = ByteBuffer.allocate(1024);
    private long units;

    /** A digest of no units of this group. */
    public UnitDigest(SensorGroup group) {
        frequency = group.frequency();
        setBytes = group.setBytes();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Adds the group's next sensor sets.
     *
     * @param sets sensor sets, one after another
     * @param offset where the first begins
     * @param count how many
     * @param originNanos instant of unit 0 of their sampling grid
     * @param firstUnit the first one's number on it
     */
    public synchronized void add(byte[] sets, int offset, int count, long originNanos, long firstUnit) {
        int needed = count * (Long.BYTES + setBytes);
        if (buffer.capacity() < needed) {
            buffer = ByteBuffer.allocate(needed);
        }
        buffer.clear();
        for (int i = 0; i < count; i++) {
            buffer.putLong(frequency.instantNanos(originNanos, firstUnit + i));
            buffer.put(sets, offset + i * setBytes, setBytes);
        }
        sha.update(buffer.flip());
        units += count;
    }

    /** How many sensor sets it is of. */
    public synchronized long units() {
        return units;
    }

    /** Bytes of those sensor sets. */
    public synchronized long bytes() {
        return units * setBytes;
    }

    /** The digest so far, in hexadecimal. */
    public synchronized String hex() {
        try {
            return HexFormat.of().formatHex(((MessageDigest) sha.clone()).digest());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
        }
    }
}

package org.banip.core.frame;

import java.nio.charset.StandardCharsets;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.PacketHeader;

/** A growing buffer for writing frames. It is reused, so nothing is allocated in the steady state. One thread at a time. */
public final class FrameBuffer {
    private byte[] bytes;
    private int length;

    /** An empty buffer with this capacity in bytes. */
    public FrameBuffer(int capacity) {
        bytes = new byte[Math.max(64, capacity)];
    }

    /** The array; only the first {@link #length()} bytes are valid. */
    public byte[] bytes() {
        return bytes;
    }

    /** Number of valid bytes. */
    public int length() {
        return length;
    }

    /** Removes all bytes and keeps the capacity. */
    public void clear() {
        length = 0;
    }

    /** A copy of the valid bytes. */
    public byte[] toByteArray() {
        byte[] copy = new byte[length];
        System.arraycopy(bytes, 0, copy, 0, length);
        return copy;
    }

    /** Makes room for this number of bytes, which become valid, and returns where they begin; the caller writes them. */
    int extend(int count) {
        room(count);
        length += count;
        return length - count;
    }

    void putByte(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    void putBytes(byte[] source, int offset, int count) {
        room(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    void putBigEndian(long value, int count) {
        room(count);
        for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    void putVarint(long value) {
        if (value < 0 || value > PacketHeader.MAX_NUMBER) {
            throw new IllegalArgumentException(value + " is outside 0 to " + PacketHeader.MAX_NUMBER);
        }
        room(FrameFormat.MAX_VARINT_BYTES);
        long rest = value;
        while (rest > 0x7f) {
            bytes[length++] = (byte) (rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    void putText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        putBytes(utf8, 0, utf8.length);
    }

    void putCrcFrom(int start) {
        putBigEndian(Crc32c.finish(Crc32c.update(Crc32c.START, bytes, start, length - start)), 4);
    }

    private void room(int count) {
        if (bytes.length - length < count) {
            byte[] larger = new byte[Math.max(bytes.length * 2, length + count)];
            System.arraycopy(bytes, 0, larger, 0, length);
            bytes = larger;
        }
    }
}

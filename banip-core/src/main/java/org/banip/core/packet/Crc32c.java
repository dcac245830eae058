package org.banip.core.packet;

/**
 * CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes in each step. Android API 26 does not have the JDK's class. Allocates nothing.
 *
 * <p>Use: {@code crc = update(START, …)}, again for more bytes, then {@code finish(crc)}.
 */
public final class Crc32c {
    /** The state before any byte. */
    public static final int START = ~0;

    private static final int POLYNOMIAL = 0x82F63B78;
    private static final int[][] TABLES = tables();

    private Crc32c() {}

    private static int[][] tables() {
        int[][] tables = new int[8][256];
        for (int b = 0; b < 256; b++) {
            int crc = b;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ POLYNOMIAL;
            }
            tables[0][b] = crc;
        }
        for (int t = 1; t < 8; t++) {
            for (int b = 0; b < 256; b++) {
                int previous = tables[t - 1][b];
                tables[t][b] = previous >>> 8 ^ tables[0][previous & 0xff];
            }
        }
        return tables;
    }

    /** The state after these bytes. */
    public static int update(int state, byte[] bytes, int offset, int length) {
        int crc = state;
        int at = offset;
        int end = offset + length;
        for (; end - at >= 8; at += 8) {
            int low = crc ^ littleEndian(bytes, at);
            int high = littleEndian(bytes, at + 4);
            crc = TABLES[7][low & 0xff]
                    ^ TABLES[6][low >>> 8 & 0xff]
                    ^ TABLES[5][low >>> 16 & 0xff]
                    ^ TABLES[4][low >>> 24]
                    ^ TABLES[3][high & 0xff]
                    ^ TABLES[2][high >>> 8 & 0xff]
                    ^ TABLES[1][high >>> 16 & 0xff]
                    ^ TABLES[0][high >>> 24];
        }
        for (; at < end; at++) {
            crc = crc >>> 8 ^ TABLES[0][(crc ^ bytes[at]) & 0xff];
        }
        return crc;
    }

    /** The state after the lowest {@code count} bytes of a value, highest of them first (network order). */
    public static int updateBigEndian(int state, long value, int count) {
        int crc = state;
        for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
            crc = crc >>> 8 ^ TABLES[0][(crc ^ (int) (value >>> shift)) & 0xff];
        }
        return crc;
    }

    /** The checksum of all bytes. */
    public static int finish(int state) {
        return ~state;
    }

    /** The checksum of the bytes so far, followed by these. */
    public static int finish(int state, byte[] bytes, int offset, int length) {
        return finish(update(state, bytes, offset, length));
    }

    private static int littleEndian(byte[] bytes, int at) {
        return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }
}

package org.banip.surrogate.download;

/**
 * Bounds of a surrogate jar, so that a small jar does not become large in memory.
 *
 * @param bytes longest jar
 * @param entries most entries, directories included
 * @param unpackedBytes all entries together, unpacked
 * @param manifestBytes the manifest, and each signature file, unpacked: these are parsed before anything is verified
 * @param ratio how many times its packed size an entry of more than 64 KiB may have
 */
public record JarLimits(int bytes, int entries, long unpackedBytes, int manifestBytes, int ratio) {
    private static final int ENTRIES = 10_000;
    private static final int UNPACKED = 4;
    private static final int MANIFEST = 1 << 20;
    private static final int RATIO = 100;
    private static final int FREE_BYTES = 64 << 10;

    /** The bounds of jars of at most {@code bytes}: 10,000 entries, four times as many bytes unpacked, 1 MiB of manifest, 100 times for one entry. */
    public static JarLimits of(int bytes) {
        return new JarLimits(bytes, ENTRIES, (long) bytes * UNPACKED, MANIFEST, RATIO);
    }

    /** Whether an entry is unpacked to more than the ratio allows. */
    boolean isBomb(long packed, long unpacked) {
        return unpacked > FREE_BYTES && unpacked / ratio > packed;
    }
}

package org.banip.transcoders.rice;

/** Signed numbers as unsigned ones: 0, −1, 1, −2, 2 … become 0, 1, 2, 3, 4 … */
final class ZigZag {
    private ZigZag() {}

    static int of(int signed) {
        return signed << 1 ^ signed >> 31;
    }

    static int back(int unsigned) {
        return unsigned >>> 1 ^ -(unsigned & 1);
    }
}

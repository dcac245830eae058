package org.banip.mbu.settings;

/**
 * The bounds of the spool, which keeps items until the surrogate host has stored them: in memory, or in a directory as well.
 *
 * <p>The spool is full when it reaches either bound. If groups of different urgency share it, bulk groups may fill six eighths of it and live
 * groups seven eighths, so that more urgent groups always have room. Each group can exceed the bounds by at most one packet, of units that were
 * already in the packetizer.
 *
 * @param maxPackets maximum number of packets and gaps, at least 16
 * @param maxBytes maximum number of bytes, including an overhead for each packet, at least 65,536
 * @param queueBytes maximum number of bytes of sensor sets that wait to be encoded, for each service class, at least 8,192
 * @param thinAbove the share of either bound above which groups are thinned if the app allows it; above 0 and at most 0.75
 * @param heapBytes with a directory: while the spool has more bytes than this, payloads of further packets are only there, and are read again when
 *     they are sent; at least 0. A packet then takes about 200 bytes of memory
 */
public record SpoolSettings(int maxPackets, long maxBytes, int queueBytes, double thinAbove, long heapBytes) {
    private static final long HEAP_BYTES = 4L << 20;

    /** 32,768 packets, 16 MiB, 256 KiB: more than an hour of ECG without a network; thinned above one half; with a directory 4 MiB of it in memory. */
    public static final SpoolSettings DEFAULT = new SpoolSettings(32_768, 16L << 20, 256 << 10);

    private static final double MOST_THIN_ABOVE = 0.75;

    /** These bounds; thinned above one half. */
    public SpoolSettings(int maxPackets, long maxBytes, int queueBytes) {
        this(maxPackets, maxBytes, queueBytes, 0.5);
    }

    /** These bounds; with a directory 4 MiB of them in memory. */
    public SpoolSettings(int maxPackets, long maxBytes, int queueBytes, double thinAbove) {
        this(maxPackets, maxBytes, queueBytes, thinAbove, HEAP_BYTES);
    }

    /** Checks the bounds. */
    public SpoolSettings {
        atLeast("maxPackets", maxPackets, 16);
        atLeast("maxBytes", maxBytes, 65_536);
        atLeast("queueBytes", queueBytes, 8_192);
        atLeast("heapBytes", heapBytes, 0);
        if (!(thinAbove > 0 && thinAbove <= MOST_THIN_ABOVE)) {
            throw new IllegalArgumentException(
                    "spool: thinAbove " + thinAbove + " must be above 0 and at most " + MOST_THIN_ABOVE);
        }
    }

    private static void atLeast(String what, long seen, long least) {
        if (seen < least) {
            throw new IllegalArgumentException("spool: " + what + " " + seen + " must be at least " + least);
        }
    }
}

package org.banip.mbu.settings;

/**
 * How much is kept in memory until the surrogate host has stored it.
 *
 * <p>Full is the spool when either bound is reached. Where groups of different urgency share it, bulk groups may fill six
 * eighths of it and live groups seven, so that what is more urgent always finds room. It is overdrawn by at most one packet a
 * group, of units that were already in the packetizer.
 *
 * @param maxPackets most packets and gaps, at least 16
 * @param maxBytes most bytes, an overhead for each packet included, at least 65,536
 * @param queueBytes most bytes of sensor sets, per service class, that wait to be encoded, at least 8,192
 * @param thinAbove the share of either bound above which groups are thinned that may be, above 0 and at most 0.75
 */
public record SpoolSettings(int maxPackets, long maxBytes, int queueBytes, double thinAbove) {
    /** 32,768 packets, 16 MiB, 256 KiB: the ECG of an hour and more without a network; thinned above half of it. */
    public static final SpoolSettings DEFAULT = new SpoolSettings(32_768, 16L << 20, 256 << 10);

    private static final double MOST_THIN_ABOVE = 0.75;

    /** These bounds; what may be thinned is thinned above half of them. */
    public SpoolSettings(int maxPackets, long maxBytes, int queueBytes) {
        this(maxPackets, maxBytes, queueBytes, 0.5);
    }

    /** Checks the bounds. */
    public SpoolSettings {
        atLeast("maxPackets", maxPackets, 16);
        atLeast("maxBytes", maxBytes, 65_536);
        atLeast("queueBytes", queueBytes, 8_192);
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

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
 */
public record SpoolSettings(int maxPackets, long maxBytes, int queueBytes) {
    /** 32,768 packets, 16 MiB, 256 KiB: the ECG of an hour and more without a network. */
    public static final SpoolSettings DEFAULT = new SpoolSettings(32_768, 16L << 20, 256 << 10);

    /** Checks the bounds. */
    public SpoolSettings {
        atLeast("maxPackets", maxPackets, 16);
        atLeast("maxBytes", maxBytes, 65_536);
        atLeast("queueBytes", queueBytes, 8_192);
    }

    private static void atLeast(String what, long seen, long least) {
        if (seen < least) {
            throw new IllegalArgumentException("spool: " + what + " " + seen + " must be at least " + least);
        }
    }
}

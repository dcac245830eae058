package org.banip.measure.overhead;

/**
 * IP packets and their bytes, headers included, both ways.
 *
 * @param packetsUp sent by the MBU
 * @param bytesUp bytes of the packets up
 * @param packetsDown sent to the MBU
 * @param bytesDown bytes of the packets down
 */
public record WireBytes(long packetsUp, long bytesUp, long packetsDown, long bytesDown) {
    /** Both ways. */
    public long total() {
        return bytesUp + bytesDown;
    }

    /** Share of bytes that are not payload. */
    public double overhead(long payload) {
        return 1 - (double) payload / total();
    }

    /** Share of bytes that a leaner exchange saves for the same payload. */
    public double shareBeyond(WireBytes leaner) {
        return 1 - (double) leaner.total() / total();
    }
}

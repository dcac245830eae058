package org.banip.measure.overhead;

/**
 * IP packets and their bytes, headers included, both ways.
 *
 * @param packetsUp sent by the MBU
 * @param bytesUp of those
 * @param packetsDown sent to the MBU
 * @param bytesDown of those
 */
public record WireBytes(long packetsUp, long bytesUp, long packetsDown, long bytesDown) {
    /** Both ways. */
    public long total() {
        return bytesUp + bytesDown;
    }

    /** Share of all bytes that are not payload. */
    public double overhead(long payload) {
        return 1 - (double) payload / total();
    }

    /** Share of all bytes that a leaner exchange of the same payload would not need. */
    public double shareBeyond(WireBytes leaner) {
        return 1 - (double) leaner.total() / total();
    }
}

package org.banip.measure.compression;

import java.io.IOException;
import java.util.List;

/** A compression method. Safe for use by several threads at once. */
interface Method {
    /** Its name in tables. */
    String name();

    /** The packet lengths for which it is measured. */
    List<PacketLength> lengths();

    /** Approximate time to encode and decode a byte, in nanoseconds. */
    double cost();

    /**
     * Encodes samples in packets of this number of units, decodes them, and returns the coded size in bytes.
     *
     * @throws RoundTripException if decoded samples differ from the encoded ones
     * @throws InterruptedException soon after an interrupt
     */
    long measure(GroupSamples samples, int unitsPerPacket) throws IOException, InterruptedException;

    /** Throws an exception if the thread was interrupted. */
    static void checkWanted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}

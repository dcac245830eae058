package org.banip.measure.compression;

import java.io.IOException;
import java.util.List;

/** A way to make samples smaller. Any thread, several at once. */
interface Method {
    /** What it is called in tables. */
    String name();

    /** The packet lengths at which measuring it makes sense. */
    List<PacketLength> lengths();

    /** About how long it takes, in nanoseconds for a byte, to encode and decode. */
    double cost();

    /**
     * Encodes samples in packets of this number of units, decodes them and returns the coded size in bytes.
     *
     * @throws RoundTripException if what was decoded is not what was encoded
     * @throws InterruptedException soon after an interrupt
     */
    long measure(GroupSamples samples, int unitsPerPacket) throws IOException, InterruptedException;

    /** Ends a thread that is no longer wanted. */
    static void checkWanted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}

package org.banip.measure.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Counts megabytes of payload. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class PayloadCounter {
    private static final double PER_BYTE = 1e-6;

    /** Megabytes per second. */
    public double megabytes;

    /** JMH calls this constructor. */
    public PayloadCounter() {}

    /** Resets the counter. */
    @Setup(Level.Iteration)
    public void begin() {
        megabytes = 0;
    }

    void add(PacketRun run) {
        megabytes += PER_BYTE * run.payloadBytes() * PacketRun.LENGTH;
    }
}

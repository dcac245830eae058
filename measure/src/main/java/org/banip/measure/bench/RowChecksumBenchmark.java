package org.banip.measure.bench;

import java.util.concurrent.TimeUnit;
import org.banip.core.packet.Crc32c;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The checksum of a row of the store (docs/store.md, "Checksums of rows"). An operation is one row of the table {@code item}: 42 bytes in eight
 * numbers. The payload has its own CRC, which came with the packet.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RowChecksumBenchmark {
    private static final int NO_REASON = 0xffff;

    private long sequence;
    private long receivedNanos = 1_767_225_600_000_000_000L;

    /** JMH calls this constructor. */
    public RowChecksumBenchmark() {}

    /** The checksum of the next row. */
    @Benchmark
    public int row() {
        sequence++;
        receivedNanos += 200_000_000L;
        int state = Crc32c.START;
        state = Crc32c.updateBigEndian(state, 17, 8);
        state = Crc32c.updateBigEndian(state, 3, 2);
        state = Crc32c.updateBigEndian(state, sequence, 8);
        state = Crc32c.updateBigEndian(state, 1, 8);
        state = Crc32c.updateBigEndian(state, 0, 2);
        state = Crc32c.updateBigEndian(state, NO_REASON, 2);
        state = Crc32c.updateBigEndian(state, receivedNanos, 8);
        state = Crc32c.updateBigEndian(state, receivedNanos, 4);
        return Crc32c.finish(state);
    }
}

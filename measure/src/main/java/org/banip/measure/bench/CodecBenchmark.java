package org.banip.measure.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Transcoding chains on one thread. An operation is one packet; the counter gives megabytes of raw samples per second. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class CodecBenchmark {
    /** The chain. */
    @Param({
        "packetizer(units=125,hold=0)",
        "rice",
        "predict",
        "predict(effort=high)",
        "auto",
        "deflate(level=6)",
        "seal(" + CodedSignal.NEW_KEY + ")",
        "seal(" + CodedSignal.NEW_KEY + ",key=1s)"
    })
    public String chain = "";

    /** A recording's file; a generated ECG if empty. */
    @Param("")
    public String recording = "";

    /** Duration of the signal in a packet. */
    @Param("500")
    public int packetMillis;

    @SuppressWarnings("NullAway.Init") // JMH calls open() first
    private CodedSignal signal;

    /** JMH calls this constructor. */
    public CodecBenchmark() {}

    /** Megabytes of raw samples. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Raw {
        private static final double PER_BYTE = 1e-6;

        /** Megabytes per second. */
        public double megabytes;

        /** JMH calls this constructor. */
        public Raw() {}

        /** Resets the counter. */
        @Setup(Level.Iteration)
        public void begin() {
            megabytes = 0;
        }
    }

    /** Reads the signal and encodes it. */
    @Setup
    public void open() throws IOException {
        signal = CodedSignal.open(chain, recording, packetMillis);
    }

    /** Closes the chain. */
    @TearDown
    public void close() {
        signal.close();
    }

    /** Encodes a packet. */
    @Benchmark
    public int encode(Raw raw) {
        int bytes = signal.encodeNext();
        raw.megabytes += bytes * Raw.PER_BYTE;
        return bytes;
    }

    /** Decodes a packet. */
    @Benchmark
    public int decode(Raw raw) {
        int bytes = signal.decodeNext();
        raw.megabytes += bytes * Raw.PER_BYTE;
        return bytes;
    }
}

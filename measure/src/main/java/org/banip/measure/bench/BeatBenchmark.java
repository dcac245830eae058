package org.banip.measure.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.alerts.ecg.BeatDetector;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.transcoding.spi.Block;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The beat detector on one thread. An operation is one sample of one lead of a generated ECG, of which there are {@value #SAMPLES}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BeatBenchmark {
    private static final int SAMPLES = 60_000;

    /** Samples a second. */
    @Param({"250", "1000"})
    public int hertz;

    private final int[] samples = new int[SAMPLES];
    private int beats;

    @SuppressWarnings("NullAway.Init") // JMH calls open() first
    private BeatDetector detector;

    /** JMH calls this constructor. */
    public BeatBenchmark() {}

    /** Generates the signal. */
    @Setup
    public void open() {
        GeneratedEcg ecg = new GeneratedEcg(EcgSettings.builder()
                .frequency(Frequency.ofHz(hertz))
                .leads(List.of("II"))
                .build());
        SampleLayout layout = new SampleLayout(ecg.group());
        Block block = new Block(SAMPLES * layout.setBytes());
        int units = 0;
        while (units < SAMPLES) {
            units += ecg.read(block, SAMPLES - units);
        }
        for (int i = 0; i < SAMPLES; i++) {
            samples[i] = layout.read(block.bytes(), i * layout.setBytes(), 0);
        }
        detector = new BeatDetector(ecg.group().channels().get(0), ecg.group().frequency(), ago -> beats++);
    }

    /** Finds the beats. */
    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public int sample() {
        for (int i = 0; i < SAMPLES; i++) {
            detector.sample(samples[i]);
        }
        return beats;
    }
}

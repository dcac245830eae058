package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Transcoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The state of both halves of predict is at most what docs/transcoders.md documents, without buffers for packets. */
class StateTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final double KIB = 1024;
    private static final double LATTICES = 64;
    private static final double MOST_LATTICES = 2.5 * KIB;
    /** The size of the first buffers for packets. */
    private static final double PACKETS = 6;

    @ParameterizedTest
    @CsvSource({
        "predict, 1, 32, 3.5",
        "predict, 2, 32, 3.5",
        "predict, 32, 32, 3.5",
        "predict, 512, 32, 3.5",
        "predict(effort=high), 1, 100, 64",
        "predict(effort=high), 2, 100, 64",
        "predict(effort=high), 12, 100, 64",
        "predict(effort=high), 64, 100, 64",
        "predict(effort=high), 512, 100, 64",
    })
    void stateHasTheDocumentedSize(String chain, int channels, double once, double each) {
        SensorGroup group = Signal.group("250", channels, 16);
        Transcoder coder = Transcript.chain(chain).components().get(0);
        coder.newDecoder(group); // loads shared classes and tables
        coder.newEncoder(group);
        double state = once + each * channels;
        double decoder = kibibytes(() -> coder.newDecoder(group));
        double encoder = kibibytes(() -> coder.newEncoder(group));
        assertThat(decoder).as("decoder, KiB").isLessThan(state + PACKETS);
        assertThat(encoder)
                .as("encoder, KiB")
                .isLessThan(state + PACKETS + Math.min(LATTICES * channels, MOST_LATTICES))
                .isGreaterThan(decoder);
    }

    private static double kibibytes(Supplier<?> made) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Object kept = made.get();
        double bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(kept).isNotNull();
        return bytes / KIB;
    }
}

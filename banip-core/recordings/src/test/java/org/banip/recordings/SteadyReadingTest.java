package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading on allocates nothing, so that a gateway that runs for weeks does not wake its garbage collector for it. */
class SteadyReadingTest {
    private static final int UNITS = 400_000;
    private static final int PORTION = 90;
    /** What the JVM itself may need while it compiles; a byte per unit would be more. */
    private static final long TOLERATED_BYTES = 100_000;

    @TempDir
    Path directory;

    private static void assertAllocatesNothing(RecordedSamples samples) {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "needs the JDK's allocation counter");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Block block = new Block(PORTION * 64);
        for (int i = 0; i < 500; i++) {
            block.clear();
            samples.read(block, PORTION);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 3000; i++) {
            block.clear();
            assertRead(samples.read(block, PORTION));
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(TOLERATED_BYTES);
        samples.close();
    }

    private static void assertRead(int count) {
        if (count != PORTION) {
            throw new AssertionError("read " + count + " units");
        }
    }

    @Test
    void wfdb() {
        Random random = new Random(100);
        Path header = new WfdbFixture("r", " 360")
                .signal("r.dat", 212, 1, 0, WfdbFixture.samples(212, UNITS, random))
                .signal("r.dat", 212, 1, 0, WfdbFixture.samples(212, UNITS, random))
                .write(directory);
        assertAllocatesNothing(Recordings.open(header).groups().get(0).open());
    }

    @Test
    void edf() {
        Path file = new EdfFixture(false, "", "1")
                .signal("x", "", "0 1 -32768 32767", 500, WfdbFixture.samples(16, UNITS, new Random(100)))
                .write(directory.resolve("a.edf"));
        assertAllocatesNothing(Recordings.open(file).groups().get(0).open());
    }

    @Test
    void text() {
        StringBuilder rows = new StringBuilder("# hz: 100\n");
        for (int i = 0; i < UNITS; i++) {
            rows.append(i % 997).append(".25,").append(-i).append('\n');
        }
        Path file = Fixtures.write(directory.resolve("a.csv"), rows.toString());
        assertAllocatesNothing(Recordings.open(file).groups().get(0).open());
    }
}

package org.banip.app.ecg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.junit.jupiter.api.Test;

/** Generating on allocates nothing, so that a gateway that runs for weeks does not wake its garbage collector for it. */
class SteadyEcgTest {
    private static final int PORTION = 90;
    /** What the JVM itself may need while it compiles; a byte per unit would be more. */
    private static final long TOLERATED_BYTES = 100_000;

    @Test
    void generatedEcg() {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "needs the JDK's allocation counter");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Block block = new Block(PORTION * 64);
        try (Sensor sensor =
                new GeneratedEcg(EcgSettings.builder().leads(EcgSettings.LEADS).build())) {
            read(sensor, block, 500);
            long before = threads.getCurrentThreadAllocatedBytes();
            read(sensor, block, 3000);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(TOLERATED_BYTES);
        }
    }

    private static void read(Sensor sensor, Block block, int portions) {
        for (int i = 0; i < portions; i++) {
            block.clear();
            int count = sensor.read(block, PORTION);
            if (count != PORTION) {
                throw new AssertionError("read " + count + " units");
            }
        }
    }
}

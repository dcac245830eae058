package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.api.Test;

/** The spool's allocations on the links' threads. */
class SpoolAllocationTest {
    private static final int PACKETS = 2000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final MemorySpool spool = new MemorySpool(
            new SendPolicy(List.of(TestSensor.ecg()), SpoolSettings.DEFAULT),
            List.of(new GroupCounters()),
            new WakeUp(),
            new Scheduler(),
            SteadyClock.system());

    @Test
    void claimingAndReleasingAllocateNothing() {
        put(0);
        claimAndRelease(0);
        put(PACKETS);

        long before = threads.getCurrentThreadAllocatedBytes();
        claimAndRelease(PACKETS);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(spool.packets()).isZero();
        assertThat(allocated).isLessThan(1000); // nothing for each packet; the measurement itself allocates a little
    }

    private void put(int from) {
        for (int i = from; i < from + PACKETS; i++) {
            spool.put(0, 0, 10L * i, 10, true, new byte[40]);
        }
    }

    private void claimAndRelease(int from) {
        for (int i = from; i < from + PACKETS; i++) {
            spool.claim(0, 64);
        }
        for (int i = from; i < from + PACKETS; i++) {
            spool.release(0, i + 1);
        }
    }
}

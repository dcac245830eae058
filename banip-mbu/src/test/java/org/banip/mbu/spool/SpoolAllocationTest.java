package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Sequenced;
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
    /** Packets of 200 ms in 24 hours. */
    private static final int BACKLOG = 432_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final MemorySpool spool = new MemorySpool(
            new SendPolicy(
                    List.of(TestSensor.ecg(), TestSensor.group("motion", 50, ServiceClass.BULK)),
                    SpoolSettings.DEFAULT),
            List.of(new GroupCounters(), new GroupCounters()),
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

    @Test
    void claimingAndReleasingAllocateNothingBeforeABacklogOfADay() {
        byte[] payload = new byte[40];
        for (int i = 0; i < BACKLOG; i++) {
            spool.put(1, 0, 10L * i, 10, true, payload);
        }
        put(0);
        claimAndReleaseFirst();
        put(PACKETS);

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 2 * PACKETS; i++) {
            claimAndReleaseFirst();
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1000);
        assertThat(spool.packets()).isEqualTo(BACKLOG - 1);
    }

    private void claimAndReleaseFirst() {
        Sequenced item = spool.claim(0, 64);
        assert item != null : "nothing waits";
        spool.release(item.group(), item.nextSequence());
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

package org.banip.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.banip.alerts.signals.EcgSignal;
import org.banip.alerts.signals.Watched;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

/** In the steady state no detector allocates: ten rounds over a minute of samples allocate less than a byte for ten sensor sets. */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 10;
    private static final int RATE = 250;
    private static final SensorGroup GROUP =
            Watched.group("250", "II mV 1000", "V mV 1000", "x [g] 1000", "y [g] 1000", "z [g] 1000");
    private static final String DETECTORS =
            "{'name':'a','kind':'threshold','group':'g','channel':'II','above':30,'below':-30},"
                    + "{'name':'b','kind':'change','group':'g','channel':'II','by':30,'withinMillis':2000},"
                    + "{'name':'c','kind':'trend','group':'g','channel':'V','overMillis':10000,'risePerHour':1000000000},"
                    + "{'name':'d','kind':'silence','group':'g','afterMillis':1000},"
                    + "{'name':'e','kind':'lead-off','group':'g','channel':'V'},"
                    + "{'name':'f','kind':'heart-rate','group':'g','channels':['II','V']},"
                    + "{'name':'h','kind':'fall','group':'g','channels':['x','y','z']}";

    @Test
    void detectorsAllocateNothingForASensorSet() {
        byte[] bytes = bytes();
        int setBytes = GROUP.setBytes();
        int units = bytes.length / setBytes;
        GroupWatch watch = Watched.rules(DETECTORS).watch(GROUP, finding -> {
            throw new AssertionError("nothing is to be found here: " + finding);
        });
        long allocated = 0;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int unit = 0; unit < units; unit += 50) {
                watch.sensorSets(bytes, unit * setBytes, 50, Watched.ORIGIN, (long) round * units + unit);
            }
            watch.time(Watched.ORIGIN + GROUP.frequency().nanosOfUnit((round + 1L) * units));
            allocated += round < ROUNDS ? 0 : THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).isBetween(0L, (long) ROUNDS * units / 10);
    }

    private static byte[] bytes() {
        int[] lead = new EcgSignal(RATE, 60)
                .beats(0.3, 59.8, 70, 1, 1)
                .noise(0.05, 2)
                .digital(1000, 0);
        SampleLayout layout = new SampleLayout(GROUP);
        byte[] bytes = new byte[lead.length * layout.setBytes()];
        for (int i = 0; i < lead.length; i++) {
            layout.write(bytes, i * layout.setBytes(), 0, lead[i]);
            layout.write(bytes, i * layout.setBytes(), 1, lead[i] / 2 + 100);
            layout.write(bytes, i * layout.setBytes(), 4, 1000);
        }
        return bytes;
    }
}

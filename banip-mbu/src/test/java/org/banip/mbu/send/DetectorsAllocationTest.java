package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.banip.alerts.AlertRules;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.TestSensor;
import org.banip.mbu.spi.SteadyClock;
import org.junit.jupiter.api.Test;

/** On the way of a sensor set past the detectors nothing is allocated: in ten rounds less than a byte for ten sensor sets. */
class DetectorsAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 10;
    private static final int BLOCKS = 2000;
    private static final int UNITS = 36;

    @Test
    void sensorSetsPassWithoutAllocation() {
        Detectors detectors = new Detectors(
                finding -> {
                    throw new AssertionError("nothing is to be found here: " + finding);
                },
                SteadyClock.system(),
                () -> {},
                unused -> {});
        AlertRules rules = AlertRules.parse(
                "{\"detectors\":[{\"name\":\"high\",\"kind\":\"threshold\",\"group\":\"ecg\",\"channel\":\"a\",\"above\":9.9},"
                        + "{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"ecg\",\"afterMillis\":80000000}]}",
                "test");
        detectors.add(TestSensor.ecg(), true, rules);
        Block block = SendFixture.sets(TestSensor.ecg(), 0, 0, UNITS);
        long allocated = 0;
        long unit = 0;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < BLOCKS; i++, unit += UNITS) {
                block.describe(0, unit, UNITS);
                detectors.sets(0, block);
                detectors.tell();
            }
            allocated += round < ROUNDS ? 0 : THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).isBetween(0L, (long) ROUNDS * BLOCKS * UNITS / 10);
    }
}

package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Processor time by what was stored in the same span. */
class CpuWindowTest {
    private static final long SECOND = 1_000_000_000L;

    private static CpuWindow.Look look(long atNanos, long cpuNanos, long stored) {
        return new CpuWindow.Look(atNanos, cpuNanos, stored, new MachineUse.Look(0, 0));
    }

    @Test
    void countsNothingOfWhatWasBefore() {
        CpuWindow window = CpuWindow.between(
                look(7 * SECOND, 5 * SECOND, 1_000_000),
                look(12 * SECOND, 7 * SECOND, 2_000_000),
                look(17 * SECOND, 8 * SECOND, 3_000_000));
        assertThat(window).isEqualTo(new CpuWindow(10, 3, 2_000_000, 0.5));
        assertThat(window.perMillion()).isEqualTo(1.5);
    }

    @Test
    void withNothingStoredThereIsNoQuotient() {
        CpuWindow.Look look = look(SECOND, SECOND, 0);
        assertThat(CpuWindow.between(look, look, look)).isEqualTo(CpuWindow.NONE);
        assertThat(new CpuWindow(1, 1, 0, 0).perMillion()).isZero();
    }

    /** Looks once a second from the first second on; of a million sensor sets a second each takes what it takes then. */
    private static CpuWatch watch(double... cpuSeconds) {
        CpuWatch watch = new CpuWatch(RunTimes.USUAL);
        double cpu = 0;
        for (int second = 1; second <= cpuSeconds.length && !watch.over(); second++) {
            cpu += cpuSeconds[second - 1];
            watch.at(look(second * SECOND, (long) (cpu * SECOND), second * 1_000_000L));
        }
        return watch;
    }

    private static double[] seconds(int steadyFrom, int all) {
        double[] cpu = new double[all];
        for (int second = 0; second < all; second++) {
            cpu[second] = second < steadyFrom ? Math.pow(1.4, steadyFrom - second) : 1;
        }
        return cpu;
    }

    @Test
    void waitsUntilBothHalvesAgree() {
        assertThat(watch(seconds(0, 100)).warmSeconds()).isEqualTo(5);
        CpuWatch late = watch(seconds(13, 100));
        assertThat(late.warmSeconds()).isEqualTo(15);
        assertThat(late.window()).isEqualTo(new CpuWindow(10, 10, 10_000_000, 1));
    }

    @Test
    void endsWhenItTakesTooLongToBeSteady() {
        CpuWatch never = watch(seconds(62, 100));
        assertThat(never.over()).isTrue();
        assertThat(never.warmSeconds()).isLessThanOrEqualTo(60);
        assertThat(never.window().drift()).isLessThan(0.9);
    }

    @Test
    void nothingBeginsBeforeAnythingIsStored() {
        CpuWatch watch = new CpuWatch(RunTimes.USUAL);
        watch.at(look(SECOND, SECOND, 0));
        watch.at(look(SECOND + 3600 * SECOND, SECOND, 0));
        assertThat(watch.over()).isFalse();
        assertThat(watch.window()).isEqualTo(CpuWindow.NONE);
        assertThat(watch.machine()).isEqualTo(MachineUse.NONE);
    }
}

package org.banip.measure.peer;

/**
 * Processor time of all processes of a run in a period, and the sensor sets stored in it.
 *
 * @param wallSeconds length of the period
 * @param cpuSeconds processor time
 * @param sets sensor sets that the receiving process stored
 * @param drift processor time for a sensor set in the second half, divided by that in the first half: far below 1 while code is still being
 *     compiled; 0 if
 *     not known
 */
record CpuWindow(double wallSeconds, double cpuSeconds, long sets, double drift) {
    /** Not measured. */
    static final CpuWindow NONE = new CpuWindow(0, 0, 0, 0);

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PER_MILLION = 1e6;

    /**
     * Counters of all processes at an instant.
     *
     * @param atNanos the instant, on the clock of {@link System#nanoTime}
     * @param cpuNanos processor time so far
     * @param stored sensor sets that the receiving process has stored
     * @param machine the machine's counters
     */
    record Look(long atNanos, long cpuNanos, long stored, MachineUse.Look machine) {}

    /** From the first to the last measurement; the middle one separates the halves. */
    static CpuWindow between(Look first, Look middle, Look last) {
        double before = perSet(first, middle);
        return new CpuWindow(
                (last.atNanos() - first.atNanos()) / NANOS_PER_SECOND,
                (last.cpuNanos() - first.cpuNanos()) / NANOS_PER_SECOND,
                last.stored() - first.stored(),
                before == 0 ? 0 : perSet(middle, last) / before);
    }

    private static double perSet(Look from, Look to) {
        long sets = to.stored() - from.stored();
        return sets == 0 ? 0 : (double) (to.cpuNanos() - from.cpuNanos()) / sets;
    }

    /** Seconds of processor time for a million sensor sets; 0 if none were stored. */
    double perMillion() {
        return sets == 0 ? 0 : cpuSeconds / sets * PER_MILLION;
    }
}

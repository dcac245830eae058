package org.banip.measure.peer;

/**
 * Processor time of all processes of a run over a span of time, and what was stored in it.
 *
 * @param wallSeconds how long the span was
 * @param cpuSeconds processor time
 * @param sets sensor sets that the receiving process stored
 */
record CpuWindow(double wallSeconds, double cpuSeconds, long sets) {
    /** Not looked at. */
    static final CpuWindow NONE = new CpuWindow(0, 0, 0);

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PER_MILLION = 1e6;

    /**
     * Where all processes stand.
     *
     * @param atNanos when, on the clock of {@link System#nanoTime}
     * @param cpuNanos processor time so far
     * @param stored sensor sets that the receiving process has stored
     */
    record Look(long atNanos, long cpuNanos, long stored) {}

    /** From one look to another. */
    static CpuWindow between(Look first, Look last) {
        return new CpuWindow(
                (last.atNanos() - first.atNanos()) / NANOS_PER_SECOND,
                (last.cpuNanos() - first.cpuNanos()) / NANOS_PER_SECOND,
                last.stored() - first.stored());
    }

    /** Seconds of processor time for a million sensor sets; 0 if none were stored. */
    double perMillion() {
        return sets == 0 ? 0 : cpuSeconds / sets * PER_MILLION;
    }
}

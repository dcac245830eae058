package org.banip.measure.cpi;

import org.banip.measure.machine.ProcessUse;

/**
 * Processor time of a run's processes so far.
 *
 * @param atNanos when, on the clock of {@link System#nanoTime}
 * @param mbu of the MBU's process, sensors included
 * @param backEnd of the process with host, broker and subscriber
 * @param sets sensor sets delivered so far
 */
record ProcessorLook(long atNanos, ProcessUse mbu, ProcessUse backEnd, long sets) {
    private static final double NANOS_PER_MICRO = 1e3;

    /** Now. */
    static ProcessorLook at(Child mbu, Child backEnd, long sets) {
        return new ProcessorLook(System.nanoTime(), ProcessUse.of(mbu.pid()), ProcessUse.of(backEnd.pid()), sets);
    }

    /** What was used since an earlier look. */
    ProcessorLook since(ProcessorLook first) {
        return new ProcessorLook(
                atNanos - first.atNanos, mbu.since(first.mbu), backEnd.since(first.backEnd), sets - first.sets);
    }

    /** Of a difference with sensor sets: microseconds for a sensor set, without the JVM's compilers. */
    double microsPerSet(ProcessUse of) {
        return (of.cpuNanos() - of.compilerNanos()) / NANOS_PER_MICRO / sets;
    }
}

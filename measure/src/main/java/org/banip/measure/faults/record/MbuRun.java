package org.banip.measure.faults.record;

import java.util.UUID;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.measure.faults.process.MbuCounters;

/** What is known of one process of an MBU: what it was given, and what must be stored of it. One thread. */
public final class MbuRun {
    private final FaultSignal signal;
    private final UUID session;
    private final MbuCounters counters;
    private final boolean durable;
    private final long startedNanos;
    private final long[] found = new long[FaultSignal.GROUPS.size()];
    private boolean over;

    /**
     * A process that has just started.
     *
     * @param session that it began, or goes on with
     * @param durable whether its spool has a directory
     * @param startedNanos an instant on the MBU's clock when the process surely ran: its signal has not begun later
     */
    public MbuRun(FaultSignal signal, UUID session, MbuCounters counters, boolean durable, long startedNanos) {
        this.signal = signal;
        this.session = session;
        this.counters = counters;
        this.durable = durable;
        this.startedNanos = startedNanos;
    }

    /** The process has ended: it was killed, or everything was delivered. */
    public void end() {
        over = true;
    }

    /** Whether it has ended. */
    boolean over() {
        return over;
    }

    /** Its number in the arrangement. */
    int number() {
        return signal.process();
    }

    /** The signal of its sensors. */
    public FaultSignal signal() {
        return signal;
    }

    /** The session of what it has sent. */
    public UUID session() {
        return session;
    }

    /** Its counters. */
    public MbuCounters counters() {
        return counters;
    }

    /** Instant of its first sensor sets, nanoseconds since the epoch on the MBU's clock. */
    public long originNanos() {
        return counters.originNanos();
    }

    /** The instant after which its signal has not begun. */
    long startedNanos() {
        return startedNanos;
    }

    /** Sensor sets of a group that the MBU was given. */
    long given(int group) {
        return counters.given(group);
    }

    /** Sensor sets of a group that were sampled while it lived, given or not. */
    long sampled(int group) {
        return counters.sampled(group);
    }

    /** How many of them must at least be in the store, once the process has ended and everything that it has kept is delivered. */
    long due(int group) {
        return durable ? counters.encoded(group) : counters.stored(group);
    }

    /** How many were in the store when it was looked at last; what is stored never becomes less. */
    public long found(int group) {
        return found[group];
    }

    /** So many are in the store. */
    public void found(int group, long units) {
        found[group] = Math.max(units, found[group]);
    }
}

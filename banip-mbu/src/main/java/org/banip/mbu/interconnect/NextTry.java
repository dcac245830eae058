package org.banip.mbu.interconnect;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.WakeUp;

/**
 * The wait of a link between two attempts. It ends early if the link is stopped, the app wants to end, or the path's network has come or gone. Belongs to
 * the thread {@code banip-send}, except for what is volatile.
 */
final class NextTry {
    private static final long NOT_WAITING = Long.MIN_VALUE;

    private final SteadyClock clock;
    private final Session session;
    private final PathNetwork network;
    private final WakeUp wake;
    private final BooleanSupplier stopped;
    private boolean hurried;
    /** How often the network had come or gone when this attempt began. */
    private int networkBefore;

    private long waitNanos;
    private volatile long atNanos = NOT_WAITING;

    /**
     * Does not wait yet.
     *
     * @param wake is raised when a reason to end the wait may have come
     */
    NextTry(SteadyClock clock, Session session, PathNetwork network, WakeUp wake, BooleanSupplier stopped) {
        this.clock = clock;
        this.session = session;
        this.network = network;
        this.wake = wake;
        this.stopped = stopped;
    }

    /** An attempt begins. */
    void begins() {
        networkBefore = network.changes();
    }

    /** The attempt is over; the next one is due after a time. */
    void in(long nanos) {
        waitNanos = nanos;
        atNanos = clock.epochNanos() + nanos;
    }

    /** Waits for it. */
    void await() throws InterruptedException {
        long until = atNanos;
        long left = waitNanos;
        while (left > 0 && !stopped.getAsBoolean() && !takeHurry() && network.changes() == networkBefore) {
            wake.await(clock, left);
            left = until - clock.epochNanos();
        }
        atNanos = NOT_WAITING;
    }

    /** Whether the app wants to end, so that the next attempt must not wait. True once. */
    private boolean takeHurry() {
        boolean hurry = session.finishing() && !hurried;
        hurried |= hurry;
        return hurry || session.nothingLeft();
    }

    /** The time that is left, while the link waits; any thread. */
    Optional<Duration> left() {
        long next = atNanos;
        long left = next - clock.epochNanos();
        return next == NOT_WAITING || stopped.getAsBoolean()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, left)));
    }
}

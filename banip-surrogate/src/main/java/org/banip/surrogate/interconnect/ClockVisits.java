package org.banip.surrogate.interconnect;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.core.frame.Control;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SurrogateState;
import org.slf4j.Logger;

/**
 * What time brings to one interconnect: keep-alives, silence, slow bodies, what could not be done before, and its end when it has expired. Owned by the
 * serial executor, except {@link #tick}.
 */
final class ClockVisits {
    private static final Logger LOG = ServerLog.of(ClockVisits.class);
    /** How often detectors and commands with a time-out are told the time, at least. */
    private static final long WATCH_NANOS = 1_000_000_000;
    /** Requests that are suspended hold memory: what is early, and incomplete frames. */
    private static final long LONGEST_SUSPENSION_NANOS = TimeUnit.MINUTES.toNanos(2);
    /** What begins after a visit of the clock is due a keep-alive interval later at the earliest. */
    private static final int VISITS_PER_KEEP_ALIVE = 4;

    private final InterconnectParts shared;
    private final HostParts parts;
    private final ReceivePath path;
    private final Consumer<Disappearance> end;
    private final Runnable visit = this::visit;
    private final long longestQuietNanos;
    /** Nothing is due before. */
    private volatile long quietUntilNanos;

    /** When it fell silent last. */
    private long silentSinceNanos;
    /** How often the host had refused memory by then. */
    private long refusalsBefore;

    /** When the store is asked next whether another host has taken over a silent one. */
    private long nextLookNanos;

    /** @param end ends the interconnect */
    ClockVisits(InterconnectParts shared, ReceivePath path, Consumer<Disappearance> end) {
        this.shared = shared;
        this.path = path;
        this.end = end;
        parts = shared.parts;
        longestQuietNanos = parts.liveness().keepAlive().toNanos() / VISITS_PER_KEEP_ALIVE;
        quietUntilNanos = parts.clock().monotonicNanos();
    }

    /** Looks at the clock if something may be due; any thread. */
    void tick(long nowNanos) {
        if (nowNanos - quietUntilNanos >= 0) {
            shared.executor.execute(visit);
        }
    }

    /** Something was begun for which time counts from now on. */
    void timed() {
        quietUntilNanos = parts.clock().monotonicNanos();
    }

    private void visit() {
        long now = parts.clock().monotonicNanos();
        if (shared.liveness.state() == SurrogateState.ENDED) {
            return;
        }
        boolean waitsForHost = path.turns().isBusy() || shared.requests.isAnyHeldUp();
        if (waitsForHost && shared.liveness.state() == SurrogateState.ACTIVE) {
            // The MBU may have sent all it has and wait for the host, or what it sent is not read.
            path.signs().heard();
        }
        if (shared.liveness.state() == SurrogateState.ACTIVE) {
            refusalsBefore = shared.memory.refusals();
        }
        if (shared.liveness.fallsSilent(now)) {
            fallSilent(now);
        }
        lookWhetherGone(now);
        if (shared.liveness.state() == SurrogateState.SILENT) {
            staySilent(now);
        }
        shared.reverse.tick(now);
        shared.requests.tick(now);
        shared.commands.tick(now);
        shared.watch.tick();
        path.tick();
        if (shared.liveness.expired(now)) {
            end.accept(Disappearance.EXPIRED);
        }
        quietUntilNanos = now + quietNanos(now);
    }

    /** How long nothing is due; what begins meanwhile is due later. */
    private long quietNanos(long nowNanos) {
        if (path.resynchronisation().pending()) {
            return 0;
        }
        boolean needsTime = shared.watch.needsTime() || shared.commands.isTimed();
        long quiet = needsTime ? Math.min(longestQuietNanos, WATCH_NANOS) : longestQuietNanos;
        return shared.reverse.quietNanos(nowNanos, shared.liveness.quietNanos(nowNanos, quiet));
    }

    private void fallSilent(long nowNanos) {
        silentSinceNanos = nowNanos;
        long millis = parts.liveness().silentAfter().toMillis();
        LOG.info("{}: silent, no frame for {} ms", shared.id(), millis);
        // Its path may be interrupted: then what is under way there comes when the path is back.
        shared.requests.suspend();
        shared.reverse.suspend(Control.ErrorReport.of(shared.silent()));
        parts.subscribers().silent(shared.surrogate);
        shared.keepAlives.silent();
        nextLookNanos = parts.clock().monotonicNanos();
    }

    private void staySilent(long nowNanos) {
        boolean tooLong = nowNanos - silentSinceNanos > LONGEST_SUSPENSION_NANOS;
        boolean othersNeedRoom = shared.memory.refusals() != refusalsBefore;
        if (tooLong || othersNeedRoom || path.holdsTooMuchToSuspend()) {
            path.signs().endSuspended();
        }
        shared.reverse.staySilent(Control.ErrorReport.of(shared.silent()), nowNanos);
    }

    /** While nothing is heard, the MBU may go to another host at any time. */
    private void lookWhetherGone(long nowNanos) {
        if (shared.liveness.state() == SurrogateState.SILENT && nowNanos - nextLookNanos >= 0) {
            nextLookNanos = nowNanos + parts.liveness().silentAfter().toNanos();
            path.resynchronisation().lookWhetherGone();
        }
    }
}

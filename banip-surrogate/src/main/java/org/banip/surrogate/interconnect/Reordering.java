package org.banip.surrogate.interconnect;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.server.executor.SerialExecutor;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.settings.ReorderLimits;
import org.slf4j.Logger;

/**
 * The reorder window of one interconnect, as its MBU wanted it last and the host allows it (docs/protocol.md, sections 7 and 7.1). Owned by the
 * interconnect's serial executor, except where it says otherwise.
 */
final class Reordering {
    private static final Logger LOG = ServerLog.of(Reordering.class);
    /** What waits for so long is told in the log. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ReorderLimits limits;
    private final String id;
    private final List<GroupReception> receptions;
    private final SerialExecutor executor;
    private final PeerLog log;
    private volatile Optional<ReorderWindow> agreed = Optional.empty();

    Reordering(HostParts parts, String id, List<GroupReception> receptions, SerialExecutor executor) {
        limits = parts.reorder();
        this.id = id;
        this.receptions = receptions;
        this.executor = executor;
        log = new PeerLog(parts.clock()::monotonicNanos, 1);
    }

    /** What the MBU's last registration wants. Any thread. */
    void agree(Optional<ReorderWindow> wanted) {
        agreed = wanted.map(window -> limits.agree(window, receptions.size()));
        executor.execute(this::apply);
    }

    private void apply() {
        long bytes = agreed.map(window -> (long) window.bytes()).orElse(Long.MAX_VALUE);
        int packets = packets();
        receptions.forEach(reception -> reception.order().bound(packets, bytes));
    }

    /** The window in bytes and time, if the MBU wants one. Any thread. */
    Optional<ReorderWindow> agreed() {
        return agreed;
    }

    /** How many packets ahead of the next expected one are accepted, per group. Any thread. */
    int packets() {
        return agreed.map(window -> Math.max(limits.packets(), window.packets()))
                .orElse(limits.packets());
    }

    /** The MBU was silent until now, so a missing number has all its time from here on. */
    void expectAnew() {
        receptions.forEach(reception -> reception.order().expectAnew());
    }

    /**
     * Looks for a number that has been missing for longer than agreed, and tells of one that has been missing for long.
     *
     * @param heldUp the data requests that are not read now
     * @param open how many there are in all
     */
    Optional<BanipException> overdue(long nowNanos, HeldUpRequests heldUp, int open) {
        Optional<ReorderWindow> window = agreed;
        long heldUpNanos = heldUp.nanos(nowNanos);
        for (GroupReception reception : receptions) {
            ReorderBuffer order = reception.order();
            MissingNumber missing = order.missing(nowNanos, heldUpNanos);
            if (missing.nanos() >= LONG_NANOS) {
                tell(reception, missing, heldUp.count(), open);
            }
            if (window.isPresent() && missing.isOverdue(window.get().time().toNanos())) {
                return Optional.of(new BanipException(
                        ErrorCode.SEQUENCE_BEYOND_WINDOW,
                        "number " + order.next() + " of group "
                                + reception.group().name() + " did not come within "
                                + window.get().time().toMillis() + " ms, " + order.early()
                                + " later ones wait for it"));
            }
        }
        return Optional.empty();
    }

    private void tell(GroupReception reception, MissingNumber missing, int heldUp, int open) {
        ReorderBuffer order = reception.order();
        log.happened(end -> LOG.warn(
                "{}: number {} of group {} has been missing for {} s, {} later ones wait for it; data requests: {} open, {} of them held up now, "
                        + "held up for {} s of that time{}",
                id,
                order.next(),
                reception.group().name(),
                TimeUnit.NANOSECONDS.toSeconds(missing.nanos()),
                order.early(),
                open,
                heldUp,
                TimeUnit.NANOSECONDS.toSeconds(missing.heldUpNanos()),
                end));
    }
}

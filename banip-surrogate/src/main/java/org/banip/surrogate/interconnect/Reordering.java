package org.banip.surrogate.interconnect;

import java.util.List;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.server.executor.SerialExecutor;
import org.banip.surrogate.settings.ReorderLimits;

/**
 * The reorder window of one interconnect, as its MBU wanted it last and the host allows it (docs/protocol.md, sections 7 and 7.1). Owned by the
 * interconnect's serial executor, except where it says otherwise.
 */
final class Reordering {
    private final ReorderLimits limits;
    private final List<GroupReception> receptions;
    private final SerialExecutor executor;
    private volatile Optional<ReorderWindow> agreed = Optional.empty();

    Reordering(ReorderLimits limits, List<GroupReception> receptions, SerialExecutor executor) {
        this.limits = limits;
        this.receptions = receptions;
        this.executor = executor;
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

    /**
     * Looks for a number that has been missing for longer than agreed.
     *
     * @param heldUp whether the host does not read all that has come
     */
    Optional<BanipException> overdue(long nowNanos, boolean heldUp) {
        Optional<ReorderWindow> window = agreed;
        for (GroupReception reception : receptions) {
            ReorderBuffer order = reception.order();
            long missing = order.missingForNanos(nowNanos, heldUp);
            if (window.isPresent() && missing > window.get().time().toNanos()) {
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
}

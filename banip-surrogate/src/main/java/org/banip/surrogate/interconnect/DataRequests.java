package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** The open data requests of one interconnect: held up, waiting for their answer, or at fault. Owned by the interconnect's
 * serial executor. */
final class DataRequests {
    private static final Logger LOG = ServerLog.of(DataRequests.class);
    /** About how many bytes of commands go into one answer. */
    private static final int ENOUGH_BYTES = 16_384;

    private final Acknowledgements acknowledged;
    private final CommandQueue commands;
    private final HostParts parts;
    private final ReverseChannels reverse;
    private final Reordering reordering;
    private final String id;
    private final long silentNanos;
    private final PeerLog log;

    private final Set<DataRequest> open = new LinkedHashSet<>();
    private final HeldUpRequests heldUp = new HeldUpRequests();
    private final Set<DataRequest> ended = new LinkedHashSet<>();
    private boolean silent;
    private long begun;
    private long faults;

    DataRequests(
            HostParts parts,
            String id,
            Acknowledgements acknowledged,
            CommandQueue commands,
            ReverseChannels reverse,
            Reordering reordering) {
        this.reordering = reordering;
        this.parts = parts;
        this.id = id;
        this.acknowledged = acknowledged;
        this.commands = commands;
        this.reverse = reverse;
        silentNanos = parts.liveness().silentAfter().toNanos();
        log = new PeerLog(parts.clock()::monotonicNanos, 1);
    }

    int count() {
        return open.size();
    }

    /** Bytes of incomplete frames, of all open requests. */
    long pendingBytes() {
        long bytes = 0;
        for (DataRequest request : open) {
            bytes += request.pendingBytes();
        }
        return bytes;
    }

    long begun() {
        return begun;
    }

    long faults() {
        return faults;
    }

    /**
     * Makes room for one more: cuts off the one that is quiet for longest, if it may be dead.
     *
     * @throws BanipException {@code LIMIT_REACHED}
     */
    void makeRoom(long nowNanos) {
        int limit = parts.limits().dataRequests();
        if (open.size() < limit) {
            return;
        }
        DataRequest quietest = open.iterator().next();
        for (DataRequest request : open) {
            if (request.lastFrameNanos() - quietest.lastFrameNanos() < 0) {
                quietest = request;
            }
        }
        if (nowNanos - quietest.lastFrameNanos() < silentNanos) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED, open.size() + " data requests are open, limit " + limit + ", " + id);
        }
        fault(quietest, new BanipException(ErrorCode.SILENT, "no frame came on this data request, " + id));
    }

    void add(DataRequest request) {
        begun++;
        open.add(request);
    }

    /** The BAN has more groups from now on: frames of them may come on all that are open. */
    void addGroups(boolean[] stateless) {
        open.forEach(request -> request.addGroups(stateless));
    }

    void remove(DataRequest request) {
        request.shut();
        open.remove(request);
        heldUp.remove(request, parts.clock().monotonicNanos());
        ended.remove(request);
    }

    /** Back-pressure: nothing more is read from it until {@link #resumeAll}. */
    void holdUp(DataRequest request) {
        heldUp.add(request, parts.clock().monotonicNanos());
    }

    /** Whether the host does not read all that comes. */
    boolean isAnyHeldUp() {
        return heldUp.count() > 0;
    }

    void resumeAll(long nowNanos) {
        if (!isAnyHeldUp()) {
            return;
        }
        for (DataRequest request : heldUp.takeAll(nowNanos)) {
            request.heldUpUntil(nowNanos);
            parts.workers().soon(request.goingOn());
        }
    }

    /** Its body has ended: it is answered when all it brought is durable. */
    void awaitAnswer(DataRequest request) {
        ended.add(request);
    }

    /** Gives the answers that can be given now. */
    void answer() {
        if (ended.isEmpty()) {
            return;
        }
        for (DataRequest request : new ArrayList<>(ended)) {
            if (isDurable(request)) {
                answer(request);
            }
        }
    }

    private void answer(DataRequest request) {
        try {
            byte[] frames = answerOf(request);
            remove(request);
            request.peer().answer(frames);
        } catch (RuntimeException | Error e) {
            failed(request, e);
        }
    }

    private boolean isDurable(DataRequest request) {
        long[] next = acknowledged.all();
        for (int group = 0; group < next.length; group++) {
            if (next[group] < request.brought(group)) {
                return false;
            }
        }
        return true;
    }

    /**
     * A reverse channel is open: time requests that came before it are answered there, if it is of their path. An MBU that opens both at once takes its
     * body to be held back if the answer waits for the body's end.
     */
    void answerTimes() {
        for (DataRequest request : open) {
            for (PendingTime time : request.takeTimes()) {
                if (!reverse.answer(time, request.by())) {
                    request.keep(time);
                }
            }
        }
    }

    private byte[] answerOf(DataRequest request) {
        FrameBuffer out = new FrameBuffer(256);
        FrameEncoder.encode(acknowledged.frame(), out);
        for (PendingTime time : request.takeTimes()) {
            FrameEncoder.encode(time.answer(parts.clock().epochNanos()), out);
        }
        boolean holds = request.holdsCommands(parts.clock().monotonicNanos());
        holds |= reverse.isAnyCertain();
        while (!holds && out.length() < ENOUGH_BYTES && commands.isWaiting()) {
            Control.Command command = commands.takeForAnswer(parts.clock().monotonicNanos());
            if (command != null) {
                FrameEncoder.encode(command, out);
            }
        }
        return out.toByteArray();
    }

    /** An item is at fault: so is the request that brought it, or if that is over, those that wait for what it brought. */
    void fault(Arrival arrival, BanipException fault) {
        if (arrival.from().open()) {
            fault(arrival.from(), fault);
            return;
        }
        int group = arrival.item().group();
        List<DataRequest> waiting = open.stream()
                .filter(request -> request.brought(group) > arrival.item().sequence())
                .toList();
        waiting.forEach(request -> fault(request, fault));
        if (waiting.isEmpty()) {
            fault(arrival.from(), fault);
        }
    }

    /** The request is at fault: told on the reverse channels, and answered with the error. */
    void fault(DataRequest request, BanipException fault) {
        fault(request, fault, reverse::report);
    }

    private void fault(DataRequest request, BanipException fault, Consumer<Control.ErrorReport> told) {
        BanipException cause = placed(fault);
        log.happened(end ->
                LOG.warn("{}: data request failed, {}: {}{}", id, cause.code().token(), cause.getMessage(), end));
        faults++;
        Control.ErrorReport error = Control.ErrorReport.of(cause);
        OpenReverseChannel answer = request.channel();
        if (!request.mayBeReplay(parts.clock().monotonicNanos())) {
            told.accept(error);
        } else if (answer != null) {
            reverse.report(error, answer);
        }
        fail(request, cause);
    }

    /** The same, and its message says of which interconnect. */
    private BanipException placed(BanipException fault) {
        String message = String.valueOf(fault.getMessage());
        return message.contains(id) ? fault : new BanipException(fault.code(), message + ", interconnect " + id, fault);
    }

    /** The host failed, not the MBU: the answer comes first, because what else is done may fail as well. */
    void failed(DataRequest request, Throwable failure) {
        BanipException cause = internal(id, failure);
        request.peer().fail(cause);
        remove(request);
        LOG.error("{}: a data request failed", id, failure);
        faults++;
        reverse.report(Control.ErrorReport.of(cause));
    }

    /** What a peer is told when the host itself fails. */
    static BanipException internal(String id, Throwable failure) {
        return new BanipException(ErrorCode.INTERNAL, "the host failed, interconnect " + id, failure);
    }

    /** None of them can go on, for a reason told once on the reverse channels. */
    void failAll(BanipException cause) {
        reverse.report(Control.ErrorReport.of(cause));
        new ArrayList<>(open).forEach(request -> fail(request, cause));
    }

    /** The MBU has fallen silent. They stay open: if its path is back before it makes another connection, they go on. */
    void suspend() {
        silent = true;
        open.forEach(DataRequest::suspend);
    }

    /** The MBU is heard again. */
    void heardAgain() {
        silent = false;
        reordering.expectAnew();
    }

    /** One of those that stayed open goes on: so do all. */
    void resume() {
        long now = parts.clock().monotonicNanos();
        open.forEach(request -> request.resume(now, now + silentNanos));
    }

    /** The MBU has another connection: those that stayed open are over. */
    void endSuspended(BanipException silent) {
        for (DataRequest request : new ArrayList<>(open)) {
            if (request.isSuspended()) {
                fail(request, silent);
            }
        }
    }

    private void faultAll(BanipException fault) {
        BanipException cause = placed(fault);
        log.happened(end ->
                LOG.warn("{}: data requests failed, {}: {}{}", id, cause.code().token(), cause.getMessage(), end));
        faults += open.size();
        failAll(cause);
    }

    private void fail(DataRequest request, BanipException cause) {
        if (request.open()) {
            remove(request);
            request.peer().fail(cause);
        }
    }

    /** Cuts off bodies that bring bytes but no frame (docs/protocol.md, section 8.1), and all if a number is missing for too long. */
    void tick(long nowNanos) {
        if (!open.isEmpty() && !silent) {
            reordering.overdue(nowNanos, heldUp, open.size()).ifPresent(this::faultAll);
        }
        List<DataRequest> incomplete = List.of();
        for (DataRequest request : open) {
            if (!request.isSuspended() && !heldUp.has(request) && request.incompleteForNanos(nowNanos) > silentNanos) {
                incomplete = new ArrayList<>(incomplete);
                incomplete.add(request);
            }
        }
        for (DataRequest request : incomplete) {
            String message = "no frame was completed in " + TimeUnit.NANOSECONDS.toMillis(silentNanos)
                    + " ms though bytes came, " + id;
            // Its path may be dead while others are not.
            fault(request, new BanipException(ErrorCode.SILENT, message), error -> reverse.report(error, request.by()));
        }
    }
}

package org.banip.surrogate.interconnect;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.server.executor.SerialExecutor;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.detection.SessionWatch;
import org.banip.surrogate.store.InterconnectRecord;
import org.slf4j.Logger;

/**
 * The parts of one interconnect, which its stages share. All mutable state in them is owned by the serial executor, unless a part says
 * otherwise.
 */
final class InterconnectParts {
    private static final Logger LOG = ServerLog.of(InterconnectParts.class);

    /** Runs all that happens to the interconnect, one after the other, on the threads that bring it. */
    final SerialExecutor executor;

    final HostParts parts;
    /** Replaced when groups are added, with all that depends on it in one step. */
    volatile InterconnectRecord record;

    /** The same. */
    volatile SurrogateDescription surrogate;

    /** Only grows; any thread may read it. */
    final List<GroupReception> receptions;
    /** Holds what the decoders know of the signals, from the start. */
    final MemoryQuota.Account memory;

    /** Of detectors that the BAN declares. */
    final DetectorMemory detectorMemory;

    final Liveness liveness;
    final KeepAlives keepAlives;
    final Acknowledgements acknowledged;
    final CommandQueue commands;
    final ReverseChannels reverse;
    final DataRequests requests;
    final SessionPaths paths;
    final Reordering reordering;
    /** What its detectors find. */
    final SessionWatch watch;

    InterconnectParts(
            HostParts parts, InterconnectRecord record, List<GroupReception> receptions, MemoryQuota.Account memory) {
        this.parts = parts;
        executor = SerialExecutor.onCallers(e -> LOG.error("{}: internal error", shortId(record.session()), e));
        this.record = record;
        this.receptions = new CopyOnWriteArrayList<>(receptions);
        this.memory = memory;
        detectorMemory = new DetectorMemory(parts.memory(), record.identity());
        long epochNanos = parts.clock().epochNanos();
        surrogate = new SurrogateDescription(record.session(), record.ban(), record.surrogateType(), epochNanos);
        liveness = new Liveness(parts.liveness(), parts.clock().monotonicNanos());
        keepAlives = new KeepAlives(parts.liveness().grace());
        acknowledged = new Acknowledgements(receptions.stream()
                .mapToLong(reception -> reception.order().next())
                .toArray());
        watch = parts.detectors().watch(record, surrogate, id(), new Received(acknowledged, this.receptions));
        commands = new CommandQueue(
                parts.limits().waitingCommands(),
                firstCommandId(epochNanos),
                parts.liveness().expiresAfter());
        paths = new SessionPaths(parts.counters().paths(), receptions.size());
        reverse = new ReverseChannels(executor, parts, id(), acknowledged, commands, paths);
        reordering = new Reordering(parts, id(), this.receptions, executor);
        requests = new DataRequests(parts, id(), acknowledged, commands, reverse, reordering);
    }

    /** Groups were added: what depends on their number grows. The decoders of open requests know the new ones from here on. */
    void addGroups(InterconnectRecord described, List<GroupReception> added) {
        record = described;
        surrogate = new SurrogateDescription(
                described.session(), described.ban(), described.surrogateType(), surrogate.activatedNanos());
        receptions.addAll(added);
        acknowledged.addGroups(receptions.size());
        paths.addGroups(receptions.size());
        watch.addGroups(described, surrogate);
        requests.addGroups(stateless());
    }

    /** @throws BanipException {@code UNKNOWN_INTERCONNECT} if it has ended */
    void checkNotEnded() {
        if (liveness.state() == SurrogateState.ENDED) {
            throw new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "interconnect " + id() + " has ended");
        }
    }

    /** What the MBU is told that has fallen silent. */
    BanipException silent() {
        long millis = parts.liveness().silentAfter().toMillis();
        return new BanipException(ErrorCode.SILENT, "no frame for " + millis + " ms, interconnect " + id());
    }

    /** Per group whether every packet is a key packet. */
    boolean[] stateless() {
        boolean[] stateless = new boolean[receptions.size()];
        for (int group = 0; group < stateless.length; group++) {
            stateless[group] = !receptions.get(group).chain().stateful();
        }
        return stateless;
    }

    private record Received(Acknowledgements acknowledged, List<GroupReception> receptions)
            implements SessionWatch.Reception {
        @Override
        public long durable(int group) {
            return acknowledged.next(group);
        }

        @Override
        public Optional<Gap> retirement(int group) {
            return receptions.get(group).retirement();
        }
    }

    /** Later than every id of an earlier activation, given fewer than a thousand commands a second. */
    private static long firstCommandId(long epochNanos) {
        return epochNanos / 1_000_000;
    }

    /** Begins each log line: the first eight digits of the session. */
    String id() {
        return shortId(record.session());
    }

    static String shortId(UUID session) {
        return session.toString().substring(0, 8);
    }
}

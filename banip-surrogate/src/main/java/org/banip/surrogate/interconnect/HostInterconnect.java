package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.PacketHeader;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.store.InterconnectRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The logical connection of one MBU session with its surrogate; survives any number of TCP connections. Any thread; its state
 * is guarded by the monitor of {@code shared}.
 */
public final class HostInterconnect implements SurrogateHandle {
    private static final Logger LOG = ServerLog.of(HostInterconnect.class);

    private final InterconnectParts shared;
    private final HostParts parts;
    private final ReceivePath path;
    private final Consumer<HostInterconnect> deregister;
    private final boolean[] stateless;

    HostInterconnect(InterconnectParts shared, Consumer<HostInterconnect> deregister) {
        this.shared = shared;
        this.deregister = deregister;
        parts = shared.parts;
        path = new ReceivePath(shared);
        stateless = new boolean[shared.receptions.size()];
        for (int group = 0; group < stateless.length; group++) {
            stateless[group] = !shared.receptions.get(group).chain().stateful();
        }
    }

    InterconnectRecord record() {
        return shared.record;
    }

    UUID session() {
        return shared.record.session();
    }

    /** Begins each log line about it. */
    public String id() {
        return shared.id();
    }

    /**
     * Refuses whoever did not register it.
     *
     * @throws BanipException {@code FORBIDDEN}
     */
    void checkOwner(String identity) {
        if (!shared.record.identity().equals(identity)) {
            throw new BanipException(ErrorCode.FORBIDDEN, "interconnect " + id() + " belongs to another identity");
        }
    }

    /** Where the MBU goes on; counts as a sign of life. */
    RegistrationAnswer answer() {
        synchronized (shared) {
            path.heard();
        }
        List<RegistrationAnswer.GroupState> groups = new ArrayList<>();
        for (int group = 0; group < shared.receptions.size(); group++) {
            groups.add(new RegistrationAnswer.GroupState(
                    shared.record.ban().groups().get(group).name(),
                    shared.receptions.get(group).chain().toString(),
                    shared.acknowledged.next(group)));
        }
        return new RegistrationAnswer(
                session(),
                Protocol.INTERCONNECTS + "/" + session(),
                parts.liveness().keepAlive(),
                parts.liveness().missedKeepAlives(),
                parts.liveness().grace(),
                parts.reorderWindow(),
                parts.clock().epochNanos(),
                groups);
    }

    /**
     * Begins a data request.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT}, {@code LIMIT_REACHED} or {@code STORAGE_UNAVAILABLE}
     */
    public DataRequest openDataRequest(DataPeer peer) {
        synchronized (shared) {
            checkNotEnded();
            path.checkStorage();
            parts.quotas().check(shared.record.identity());
            long now = parts.clock().monotonicNanos();
            shared.requests.makeRoom(now);
            path.heard();
            List<@Nullable PacketHeader> lastKnown = new ArrayList<>();
            shared.receptions.forEach(reception -> lastKnown.add(reception.lastPacket()));
            DataRequest request = new DataRequest(path, peer, lastKnown, stateless, now, "interconnect " + id());
            shared.requests.add(request);
            return request;
        }
    }

    /**
     * Begins a reverse channel.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT}
     */
    public OpenReverseChannel openReverseChannel(ReversePeer peer) {
        synchronized (shared) {
            checkNotEnded();
            return shared.reverse.open(peer);
        }
    }

    private void checkNotEnded() {
        if (shared.liveness.state() == SurrogateState.ENDED) {
            throw new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "interconnect " + id() + " has ended");
        }
    }

    /** Looks at the clock: keep-alives, silence, slow bodies, what could not be done before. True if it has expired. */
    boolean tick() {
        synchronized (shared) {
            long now = parts.clock().monotonicNanos();
            if (shared.liveness.state() == SurrogateState.ENDED) {
                return false;
            }
            if (path.decoding() && shared.liveness.state() == SurrogateState.ACTIVE) {
                // The MBU may have sent all it has and wait for the host.
                path.heard();
            }
            if (shared.liveness.fallsSilent(now)) {
                fallSilent();
            }
            shared.reverse.tick(now);
            shared.requests.tick(now);
            path.tick();
            return shared.liveness.expired(now);
        }
    }

    private void fallSilent() {
        long millis = parts.liveness().silentAfter().toMillis();
        LOG.info("{}: silent, no frame for {} ms", id(), millis);
        shared.requests.failAll(
                new BanipException(ErrorCode.SILENT, "no frame for " + millis + " ms, interconnect " + id()));
        shared.reverse.endAll();
        parts.subscribers().silent(shared.surrogate);
    }

    /** Ends it: requests closed, commands failed, live subscribers told. False if it had ended before. */
    boolean end(Disappearance reason) {
        synchronized (shared) {
            if (shared.liveness.state() == SurrogateState.ENDED) {
                return false;
            }
            shared.liveness.end();
            shared.requests.failAll(endOf(reason));
            shared.reverse.endAll();
            path.stop();
            parts.subscribers().disappear(shared.surrogate, reason);
        }
        shared.commands.end();
        LOG.info("{}: ended, {}", id(), reason.token());
        return true;
    }

    /** Whether the store has items of it. */
    boolean storedAnything() {
        for (long next : shared.acknowledged.all()) {
            if (next > 0) {
                return true;
            }
        }
        return false;
    }

    /** Completed when, after the end, the store has settled all that it was given. */
    CompletableFuture<@Nullable Void> settled() {
        return path.settled();
    }

    private BanipException endOf(Disappearance reason) {
        if (reason == Disappearance.HOST_STOPPED) {
            return new BanipException(ErrorCode.HOST_UNAVAILABLE, "the host stops, interconnect " + id());
        }
        return new BanipException(
                ErrorCode.UNKNOWN_INTERCONNECT, "interconnect " + id() + " has ended: " + reason.token());
    }

    @Override
    public SurrogateDescription description() {
        return shared.surrogate;
    }

    @Override
    public SurrogateState state() {
        synchronized (shared) {
            return shared.liveness.state();
        }
    }

    @Override
    public SurrogateStatistics statistics() {
        synchronized (shared) {
            List<GroupStatistics> groups = new ArrayList<>();
            for (int group = 0; group < shared.receptions.size(); group++) {
                groups.add(shared.receptions.get(group).statistics(shared.acknowledged.next(group)));
            }
            return new SurrogateStatistics(
                    path.frames(),
                    path.bodyBytes(),
                    shared.requests.begun(),
                    shared.requests.count(),
                    shared.reverse.count(),
                    shared.requests.faults(),
                    path.lastFrameNanos(),
                    groups);
        }
    }

    @Override
    public CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument) {
        CompletableFuture<CommandOutcome> outcome = shared.commands.add(name, argument);
        synchronized (shared) {
            shared.reverse.wakeNewest();
        }
        return outcome;
    }

    @Override
    public void deregister() {
        deregister.accept(this);
    }
}

package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.banip.core.alert.AlertNotice;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.PacketHeader;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.CommandSender;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.store.InterconnectRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The logical connection of one MBU session with its surrogate; survives any number of TCP connections. Here are its composition, life cycle and
 * status; {@link ReceivePath} is what happens to its bytes. Any thread; its state is owned by its serial executor.
 */
public final class HostInterconnect implements SurrogateHandle {
    private static final Logger LOG = ServerLog.of(HostInterconnect.class);
    /** How often detectors and commands with a time-out are told the time, at least. */
    private static final long WATCH_NANOS = 1_000_000_000;

    private static final Duration LONGEST_APPEARANCE = Duration.ofSeconds(10);
    /** What begins after a visit of the clock is due a keep-alive interval later at the earliest. */
    private static final int VISITS_PER_KEEP_ALIVE = 4;

    private final InterconnectParts shared;
    private final HostParts parts;
    private final ReceivePath path;
    private final BiConsumer<HostInterconnect, Disappearance> end;
    private final Runnable tick = this::tickInOrder;
    private final long longestQuietNanos;
    /** Nothing is due before. */
    private volatile long quietUntilNanos;

    /** When the store is asked next whether another host has taken over a silent one. Owned by the serial executor. */
    private long nextLookNanos;

    private final AtomicBoolean ended = new AtomicBoolean();
    /** Written by the serial executor. */
    private volatile boolean appeared;

    private final ToldLines told;
    private final InterconnectCount statistics;
    private final BanCommands commands;

    /** Whether its MBU has said last that it may retire groups. */
    private volatile boolean retiring;

    /** The same, whether it may add groups. */
    private volatile boolean adding;

    HostInterconnect(InterconnectParts shared, BiConsumer<HostInterconnect, Disappearance> end) {
        this.shared = shared;
        this.end = end;
        parts = shared.parts;
        told = new ToldLines(id(), shared.executor, parts.workers().deadlines(), this::publish);
        path = new ReceivePath(shared, reason -> end.accept(this, reason));
        statistics = new InterconnectCount(shared, path);
        commands = new BanCommands(shared, this::timed);
        longestQuietNanos = parts.liveness().keepAlive().toNanos() / VISITS_PER_KEEP_ALIVE;
        quietUntilNanos = parts.clock().monotonicNanos();
    }

    /**
     * Makes it known before any of its data: it can be found from here on, and then the live subscribers hear of it.
     *
     * @param register makes it findable
     * @return false if the machine stood still; it must be ended then
     */
    boolean appear(Runnable register) {
        return shared.executor.executeAndWait(
                () -> {
                    // The activation may have taken longer than a silence.
                    path.heard();
                    register.run();
                    parts.subscribers().appear(shared.surrogate);
                    appeared = true;
                    shared.watch.appeared(this::tell);
                },
                LONGEST_APPEARANCE);
    }

    /** Its detectors begin with the end of its record. Reads the store; before it appears. */
    void watch(long[] next) {
        long sensorBytes = shared.watch.begin(next);
        parts.quotas().takeSignal(shared.record.identity(), sensorBytes / Quotas.bytesPerSecond(shared.record.ban()));
    }

    /** Groups were added, and are in the store. Done when their data may come; fails if it has ended. */
    CompletableFuture<@Nullable Void> addGroups(AddedGroups added) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        shared.executor.execute(() -> {
            try {
                checkNotEnded();
                if (added.areNew(shared)) {
                    added.join(shared, path);
                    LOG.info("{}: the session has more groups: {}", id(), added.names());
                } else {
                    added.discard();
                }
                done.complete(null);
            } catch (RuntimeException | Error e) {
                added.discard();
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /** What its MBU said last: how long acknowledgements may wait, the reorder window, and whether groups may be retired and added. */
    void agree(RegistrationRequest request) {
        retiring = request.retiring();
        commands.declare(request.commands());
        adding = request.adding();
        shared.reverse.acknowledgeWithin(request.acknowledgeWithin());
        shared.reordering.agree(request.reorder());
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
     * Refuses an identity that did not register it.
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
        shared.executor.execute(path::heard);
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
                shared.reordering.packets(),
                parts.clock().epochNanos(),
                groups,
                shared.reordering.agreed(),
                retiring,
                adding);
    }

    /** Begins a data request; its peer is told to begin, or that it fails. */
    public DataRequest openDataRequest(DataPeer peer) {
        return openDataRequest(peer, () -> {});
    }

    /** The same with a reverse channel, which opens if the data request is taken. */
    public DataRequest openDuplex(DataPeer peer, OpenReverseChannel channel) {
        return openDataRequest(peer, () -> shared.reverse.open(channel));
    }

    private DataRequest openDataRequest(DataPeer peer, Runnable alongside) {
        DataRequest request =
                new DataRequest(path, shared.executor, peer, shared.receptions.size(), "interconnect " + id());
        shared.executor.execute(() -> begin(request, alongside));
        return request;
    }

    private void begin(DataRequest request, Runnable alongside) {
        try {
            checkNotEnded();
            path.resynchronisation().checkStorage();
            parts.quotas().check(shared.record.identity(), session());
            long now = parts.clock().monotonicNanos();
            shared.requests.makeRoom(now);
            if (!request.peer().isEarly()) {
                path.heard();
            }
            List<@Nullable PacketHeader> lastKnown = new ArrayList<>();
            shared.receptions.forEach(
                    reception -> lastKnown.add(reception.decoder().lastPacket()));
            request.begin(
                    lastKnown,
                    shared.stateless(),
                    now,
                    shared.paths.named(request.peer().path()));
            shared.requests.add(request);
            alongside.run();
            request.peer().begun();
        } catch (BanipException e) {
            request.peer().fail(e);
        } catch (RuntimeException | Error e) {
            shared.requests.failed(request, e);
        }
    }

    /** A reverse channel that is not yet open. */
    public OpenReverseChannel reverseChannel(ReversePeer peer) {
        return shared.reverse.channel(peer);
    }

    /** Opens a reverse channel; its peer is told to begin, or that it fails. */
    public void open(OpenReverseChannel channel) {
        shared.executor.execute(() -> begin(channel));
    }

    private void begin(OpenReverseChannel channel) {
        try {
            checkNotEnded();
            shared.reverse.open(channel);
        } catch (BanipException e) {
            channel.peer().fail(e);
        } catch (RuntimeException | Error e) {
            LOG.error("{}: a reverse channel failed", id(), e);
            channel.peer().fail(DataRequests.internal(id(), e));
        }
    }

    private void checkNotEnded() {
        if (shared.liveness.state() == SurrogateState.ENDED) {
            throw new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "interconnect " + id() + " has ended");
        }
    }

    /** Looks at the clock: keep-alives, silence, slow bodies, what could not be done before. Ends what has expired. */
    void tick(long nowNanos) {
        if (nowNanos - quietUntilNanos >= 0) {
            shared.executor.execute(tick);
        }
    }

    private void tickInOrder() {
        long now = parts.clock().monotonicNanos();
        if (shared.liveness.state() == SurrogateState.ENDED) {
            return;
        }
        boolean waitsForHost = path.turns().isBusy() || shared.requests.isAnyHeldUp();
        if (waitsForHost && shared.liveness.state() == SurrogateState.ACTIVE) {
            // The MBU may have sent all it has and wait for the host, or what it sent is not read.
            path.heard();
        }
        if (shared.liveness.fallsSilent(now)) {
            fallSilent();
        }
        lookWhetherGone(now);
        shared.reverse.tick(now);
        shared.requests.tick(now);
        shared.commands.tick(now);
        shared.watch.tick();
        path.tick();
        if (shared.liveness.expired(now)) {
            end.accept(this, Disappearance.EXPIRED);
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

    private void timed() {
        quietUntilNanos = parts.clock().monotonicNanos();
    }

    private void fallSilent() {
        long millis = parts.liveness().silentAfter().toMillis();
        LOG.info("{}: silent, no frame for {} ms", id(), millis);
        shared.requests.failAll(
                new BanipException(ErrorCode.SILENT, "no frame for " + millis + " ms, interconnect " + id()));
        shared.reverse.endAll();
        parts.subscribers().silent(shared.surrogate);
        shared.keepAlives.silent();
        nextLookNanos = parts.clock().monotonicNanos();
    }

    /** While nothing is heard, the MBU may go to another host at any time. */
    private void lookWhetherGone(long nowNanos) {
        if (shared.liveness.state() == SurrogateState.SILENT && nowNanos - nextLookNanos >= 0) {
            nextLookNanos = nowNanos + parts.liveness().silentAfter().toNanos();
            path.resynchronisation().lookWhetherGone();
        }
    }

    /** Tells its surrogate whether the MBU is heard. */
    KeepAlives keepAlives() {
        return shared.keepAlives;
    }

    /** Its surrogate says something: the live subscribers hear it between its appearance and its end. */
    void tell(String text) {
        if (appeared) {
            told.add(text, parts.clock().epochNanos());
        }
    }

    /** A step of an alert of its BAN was made: the live subscribers hear it, in the order of the calls. */
    public void alert(AlertNotice step) {
        shared.executor.execute(() -> {
            if (appeared && shared.liveness.state() != SurrogateState.ENDED) {
                parts.subscribers().alert(shared.surrogate, step);
            }
        });
    }

    private void publish(ToldLines.Line line) {
        if (shared.liveness.state() != SurrogateState.ENDED) {
            parts.subscribers().told(shared.surrogate, line.atNanos(), line.text());
        }
    }

    /** Ends it: requests closed, commands failed, live subscribers told. False if it had ended before. */
    boolean end(Disappearance reason) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        shared.executor.execute(() -> {
            told.end();
            shared.liveness.end();
            shared.requests.failAll(endOf(reason));
            shared.reverse.endAll();
            parts.subscribers().disappear(shared.surrogate, reason);
            shared.commands.end();
            shared.watch.end(reason);
            LOG.info("{}: ended, {}", id(), reason.token());
            // Last: once all is settled, the same session may come again.
            path.stop();
        });
        return true;
    }

    /** Its surrogate was not activated, so nobody saw it: closes its decoders and gives back its memory. */
    void discard() {
        if (ended.compareAndSet(false, true)) {
            shared.executor.execute(() -> {
                shared.liveness.end();
                shared.commands.end();
                path.stop();
            });
        }
    }

    /** Runs this after what was begun before, such as its end. */
    void afterwards(Runnable task) {
        shared.executor.execute(task);
    }

    /** Per group the number before which everything is acknowledged. */
    long[] acknowledged() {
        return shared.acknowledged.all();
    }

    /** Whether the store has items of it. */
    boolean storedAnything() {
        return Arrays.stream(acknowledged()).anyMatch(next -> next > 0);
    }

    /** Completed when, after the end, the store has settled all that it was given. */
    CompletableFuture<@Nullable Void> settled() {
        return path.resynchronisation().allSettled();
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
        return ended.get() ? SurrogateState.ENDED : shared.liveness.state();
    }

    @Override
    public SurrogateStatistics statistics() {
        return statistics.read();
    }

    @Override
    public List<CommandDeclaration> commands() {
        return commands.declared();
    }

    @Override
    public CompletableFuture<CommandAnswer> call(String name, Map<String, ?> arguments, CommandSender sender) {
        return commands.call(name, arguments, sender);
    }

    @Override
    public CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument) {
        return commands.send(name, argument, CommandSender.HOST);
    }

    @Override
    public CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument, CommandSender sender) {
        return commands.send(name, argument, sender);
    }

    @Override
    public void deregister() {
        end.accept(this, Disappearance.DEREGISTERED);
    }
}

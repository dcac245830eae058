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
    private static final Duration LONGEST_APPEARANCE = Duration.ofSeconds(10);

    private final InterconnectParts shared;
    private final HostParts parts;
    private final ReceivePath path;
    private final BiConsumer<HostInterconnect, Disappearance> end;
    private final RequestOpenings openings;
    private final ClockVisits visits;

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
        openings = new RequestOpenings(shared, path);
        visits = new ClockVisits(shared, path, reason -> end.accept(this, reason));
        commands = new BanCommands(shared, visits::timed);
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
                    path.signs().heard();
                    register.run();
                    parts.subscribers().appear(shared.surrogate);
                    appeared = true;
                    shared.watch.appeared(this::tell);
                },
                LONGEST_APPEARANCE);
    }

    /** Its detectors are kept, and begin with the end of its record. Reads the store; before it appears. */
    void watch(long[] next) {
        try {
            keep();
            long sensorBytes = shared.watch.begin(next);
            parts.quotas()
                    .takeSignal(shared.record.identity(), sensorBytes / Quotas.bytesPerSecond(shared.record.ban()));
        } catch (RuntimeException | Error e) {
            shared.detectorMemory.close();
            throw e;
        }
    }

    /** Groups were added, and are in the store. Done when their data may come; fails if it has ended. */
    CompletableFuture<@Nullable Void> addGroups(AddedGroups added) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        shared.executor.execute(() -> {
            try {
                shared.checkNotEnded();
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

    /**
     * What its MBU said last: how long acknowledgements may wait, the reorder window, its commands and detectors, and whether groups may be retired and
     * added.
     */
    void agree(RegistrationRequest request) {
        retiring = request.retiring();
        commands.declare(request.commands());
        adding = request.adding();
        shared.reverse.acknowledgeWithin(request.acknowledgeWithin());
        shared.reordering.agree(request.reorder());
        shared.detectorMemory.declare(request, shared.watch);
    }

    /** Keeps in the store what the next host must know of what its MBU said last. For a worker. */
    void keep() {
        shared.watch.keepDeclared(shared.record);
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
        shared.executor.execute(path.signs()::heard);
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
                adding,
                shared.watch.declared());
    }

    /** Begins a data request; its peer is told to begin, or that it fails. */
    public DataRequest openDataRequest(DataPeer peer) {
        return openings.open(peer);
    }

    /** The same with a reverse channel, which opens if the data request is taken. */
    public DataRequest openDuplex(DataPeer peer, OpenReverseChannel channel) {
        return openings.openDuplex(peer, channel);
    }

    /** A reverse channel that is not yet open. */
    public OpenReverseChannel reverseChannel(ReversePeer peer) {
        return shared.reverse.channel(peer);
    }

    /** Opens a reverse channel; its peer is told to begin, or that it fails. */
    public void open(OpenReverseChannel channel) {
        openings.open(channel);
    }

    /** Looks at the clock: keep-alives, silence, slow bodies, what could not be done before. Ends what has expired. */
    void tick(long nowNanos) {
        visits.tick(nowNanos);
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

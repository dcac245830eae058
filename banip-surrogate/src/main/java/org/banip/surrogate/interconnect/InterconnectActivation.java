package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Counted;
import org.banip.core.text.Utf8;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.surrogate.activation.SurrogateLife;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.store.InterconnectRecord;
import org.jspecify.annotations.Nullable;

/** Turns a registration into an interconnect whose surrogate can be activated. Reads and writes the store: for a worker only. */
final class InterconnectActivation {
    private final HostParts parts;
    /** What ends an interconnect, for the reason given. */
    private final BiConsumer<HostInterconnect, Disappearance> end;

    InterconnectActivation(HostParts parts, BiConsumer<HostInterconnect, Disappearance> end) {
        this.parts = parts;
        this.end = end;
    }

    /** Checks what is wanted against what this host can do, before anything is stored. */
    Negotiated negotiate(RegistrationRequest request, String identity) {
        UUID session = request.session();
        if (session.version() != 4 || session.variant() != 2) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "session " + session + " is not a random (version 4) UUID");
        }
        int groups = request.ban().groups().size();
        if (groups > parts.limits().groups()) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "BAN of " + Counted.of(groups, "group") + ", this host takes up to "
                            + parts.limits().groups());
        }
        SurrogateProvider unused = parts.types().provider(request.surrogateType());
        List<TranscodingChain> chains = new ArrayList<>();
        for (SensorGroup group : request.ban().groups()) {
            chains.add(chain(request.chainOf(group.name()), group));
        }
        parts.detectors().check(request);
        return new Negotiated(request, identity, chains);
    }

    private TranscodingChain chain(String text, SensorGroup group) {
        TranscodingChain chain =
                TranscodingChain.parse(text, parts.transcoders()).requiredFor(group);
        chain.requireDecoders();
        return chain;
    }

    /** The same with the groups that the record has, and the registration does not have yet. */
    private Negotiated complete(Negotiated wanted, InterconnectRecord record) {
        List<TranscodingChain> chains = new ArrayList<>(wanted.chains());
        List<SensorGroup> groups = record.ban().groups();
        for (int group = chains.size(); group < groups.size(); group++) {
            chains.add(chain(record.chains().get(group), groups.get(group)));
        }
        return chains.size() == wanted.chains().size()
                ? wanted
                : new Negotiated(wanted.request().with(record.ban(), Map.of()), wanted.identity(), chains);
    }

    /**
     * Adds the groups that are wanted to an interconnect: in the store first, so that each host knows them before an item of them comes. For a worker, in
     * the order of the session's registrations.
     *
     * @return done when data of the groups may come; fails if the interconnect has ended
     */
    CompletableFuture<@Nullable Void> addGroups(HostInterconnect interconnect, Negotiated wanted) {
        InterconnectRecord before = interconnect.record();
        int known = before.chains().size();
        String identity = wanted.identity();
        parts.quotas().takeBytes(identity, Utf8.length(wanted.request().toJson()));
        MemoryQuota.Account memory = takeRoomForDecoders(wanted, known);
        try {
            InterconnectRecord record = parts.store().addGroups(wanted.added(before));
            List<GroupReception> receptions = new ArrayList<>();
            for (int group = known; group < record.chains().size(); group++) {
                receptions.add(reception(
                        wanted,
                        record,
                        group,
                        new DecoderReplay.Restored(
                                wanted.chains().get(group).newDecoder(record.ban(), group), 0, null, 0)));
            }
            return interconnect.addGroups(new AddedGroups(record, receptions, memory));
        } catch (RuntimeException | Error e) {
            memory.close();
            throw e;
        }
    }

    /**
     * The record of the session, if it has one.
     *
     * @throws BanipException {@code FORBIDDEN} or {@code SESSION_MISMATCH} if it is not what is wanted
     */
    Optional<InterconnectRecord> find(Negotiated wanted) {
        Optional<InterconnectRecord> found = parts.store().find(wanted.request().session());
        found.ifPresent(wanted::check);
        return found;
    }

    /** Whether decoders have to be brought in step with the record. */
    boolean hasItems(InterconnectRecord record) {
        return Arrays.stream(parts.store().nextSequences(record)).anyMatch(next -> next > 0);
    }

    /** Takes the record that was found, or makes one, brings decoders in step with it, and prepares the life of its surrogate. */
    PendingActivation prepare(Negotiated registration, Optional<InterconnectRecord> found) {
        Negotiated wanted = found.map(record -> complete(registration, record)).orElse(registration);
        SurrogateProvider provider = parts.types().provider(wanted.request().surrogateType());
        HostInterconnect interconnect = interconnect(wanted, found);
        ActivationContext context =
                new ActivationContext(interconnect, parts, () -> end.accept(interconnect, Disappearance.CANCELLED));
        SurrogateLife life =
                new SurrogateLife(interconnect.id(), provider, parts.workers().surrogates(), context, context);
        interconnect.keepAlives().begin(life);
        CompletableFuture<?> unused = life.over().thenRun(interconnect.keepAlives()::end);
        return new PendingActivation(wanted, new Activated(interconnect, life, context));
    }

    /** Gives back what an interconnect holds whose surrogate was not activated; its subscriptions end. */
    static void discard(Activated refused) {
        refused.context().end();
        refused.interconnect().discard();
    }

    /** Memory first: it is taken in one step, or what other registrations take meanwhile would be promised twice. */
    private HostInterconnect interconnect(Negotiated wanted, Optional<InterconnectRecord> found) {
        MemoryQuota.Account memory = takeRoomForDecoders(wanted, 0);
        try {
            InterconnectRecord record = record(wanted, found);
            try {
                long[] next = parts.store().nextSequences(record);
                List<GroupReception> receptions = receptions(wanted, record, next);
                HostInterconnect interconnect =
                        new HostInterconnect(new InterconnectParts(parts, record, receptions, memory), end);
                interconnect.agree(wanted.request());
                interconnect.watch(next);
                return interconnect;
            } catch (RuntimeException | Error e) {
                removeIfEmpty(record, e);
                throw e;
            }
        } catch (RuntimeException | Error e) {
            memory.close();
            throw e;
        }
    }

    /** A registration that was refused leaves nothing behind. */
    void removeIfEmpty(InterconnectRecord record, Throwable refusal) {
        try {
            boolean unused = parts.store().removeIfEmpty(record);
        } catch (BanipException e) {
            refusal.addSuppressed(e);
        }
    }

    private List<GroupReception> receptions(Negotiated wanted, InterconnectRecord record, long[] next) {
        DecoderReplay replay = new DecoderReplay(parts, record, InterconnectParts.shortId(record.session()));
        List<GroupReception> receptions = new ArrayList<>();
        List<DecoderReplay.Restored> restored = replay.restoreAll(wanted.chains(), next);
        for (int group = 0; group < restored.size(); group++) {
            receptions.add(reception(wanted, record, group, restored.get(group)));
        }
        return receptions;
    }

    private GroupReception reception(
            Negotiated wanted, InterconnectRecord record, int group, DecoderReplay.Restored restored) {
        GroupReception reception = new GroupReception(
                record.ban().groups().get(group),
                wanted.chains().get(group),
                parts.reorder().packets(),
                restored);
        reception
                .retirement()
                .flatMap(gap -> NotedStops.of(parts.store(), record, group, gap))
                .ifPresent(reception::stopped);
        return reception;
    }

    /** Thousands of channels, or many interconnects, may know more of their signals than the host has memory for. */
    private MemoryQuota.Account takeRoomForDecoders(Negotiated wanted, int from) {
        List<SensorGroup> groups = wanted.request().ban().groups();
        long bytes = 0;
        for (int group = from; group < groups.size(); group++) {
            bytes += wanted.chains().get(group).decoderBytes(groups.get(group));
        }
        return parts.memory()
                .open(
                        wanted.identity(),
                        bytes,
                        "decoders with " + bytes + " bytes, session "
                                + InterconnectParts.shortId(wanted.request().session()) + ",");
    }

    private InterconnectRecord record(Negotiated wanted, Optional<InterconnectRecord> found) {
        if (found.isPresent()) {
            // To decode the end of its record again takes time, too.
            parts.quotas().check(wanted.identity());
            InterconnectRecord mine = parts.store().takeOver(found.get());
            return wanted.addsTo(mine) ? parts.store().addGroups(wanted.added(mine)) : mine;
        }
        RegistrationRequest request = wanted.request();
        parts.quotas().takeSession(wanted.identity(), Utf8.length(request.toJson()));
        return parts.store()
                .create(new InterconnectRecord(
                        0,
                        request.session(),
                        wanted.identity(),
                        request.ban(),
                        request.surrogateType(),
                        wanted.chainTexts(),
                        parts.clock().epochNanos()));
    }
}

package org.banip.surrogate.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingEvent;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.store.InterconnectRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The detectors of one session. It {@linkplain #begin begins} on a worker; after that the interconnect's serial executor owns it.
 *
 * <p>What is found waits until the data by which it was decided are stored. So what is told can be found again after a restart.
 */
public final class SessionWatch {
    private static final Logger LOG = ServerLog.of(SessionWatch.class);
    private static final int MOST_NAMED = 8;
    private static final Long NOTHING_CAME = -1L;
    private static final Long TOLD = Long.MAX_VALUE;

    private final BanDetectors host;
    private InterconnectRecord record;
    private SurrogateDescription surrogate;
    private final String id;
    private final Reception reception;
    private final GroupFindings.Teller telling = new Telling();
    /** Of each group, those who find something in it. */
    private final List<List<GroupFindings>> groups = new ArrayList<>();

    /** Of each group, the number before which all must be stored until it is told that the group delivers. */
    private final List<Long> delivering = new ArrayList<>();
    /** Whether what comes was stored before. */
    private boolean storedBefore;

    private boolean over;

    /** Gets each finding as a line for people. */
    private Consumer<String> line = unused -> {};
    /** What the BAN declared last. Written by any thread. */
    private volatile DeclaredRules declared = DeclaredRules.NONE;
    /** The rules that hold, as the host has them, and as the BAN has declared them. */
    private @Nullable AlertRules followed;

    private DeclaredRules followedDeclared = DeclaredRules.NONE;
    /** Whether any of them is for a group of the BAN. */
    private boolean watches;

    /** What the host knows of the session's items. */
    public interface Reception {
        /** The number before which everything of a group is stored. */
        long durable(int group);

        /** The last item of a group, if that says that the group is retired. */
        Optional<Gap> retirement(int group);
    }

    SessionWatch(
            BanDetectors host,
            InterconnectRecord record,
            SurrogateDescription surrogate,
            String id,
            Reception reception) {
        this.host = host;
        this.record = record;
        this.surrogate = surrogate;
        this.id = id;
        this.reception = reception;
        watchGroups();
    }

    private void watchGroups() {
        forEach(known -> known.described(surrogate.ban()));
        List<SensorGroup> described = surrogate.ban().groups();
        for (SensorGroup group : described.subList(groups.size(), described.size())) {
            groups.add(findersIn(group));
            delivering.add(NOTHING_CAME);
        }
    }

    private List<GroupFindings> findersIn(SensorGroup group) {
        if (FindingEvent.isGroup(group)) {
            return List.of(new MbuFindings(id, surrogate.ban(), group));
        }
        GroupFindings host = new WatchedGroup(group, BanFinding.By.HOST);
        return this.host.runsThoseOfBans() ? List.of(host, new WatchedGroup(group, BanFinding.By.BAN)) : List.of(host);
    }

    private void forEach(Consumer<GroupFindings> action) {
        groups.forEach(those -> those.forEach(action));
    }

    /**
     * The BAN has registered, and declares detectors. They hold from the next {@link #tick} on, or from the beginning. Any thread, one at a time.
     *
     * @param room takes room for this many bytes of memory, in place of what it took before, or says that there is none; there is always room for 0
     */
    public void declare(RegistrationRequest request, LongPredicate room) {
        if (host.isSame(declared, request)) {
            return;
        }
        DeclaredRules now = host.declared(request, room);
        declared = now;
        LOG.info("{}: BAN {} declares {} (ban-detectors={})", id, request.ban().id(), now.line(), host.mostOfBan());
    }

    /**
     * Keeps what the BAN has declared, so that the host that comes after this one knows it. Writes to the store: for a worker only.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE}
     */
    public void keepDeclared(InterconnectRecord in) {
        host.keep(in, declared);
    }

    /** How many of the detectors that the BAN declares are run, if its groups have them and the operator has none of their names. Any thread. */
    public int declared() {
        return declared.rules().names().size();
    }

    /** Groups were added to the session: the rules that are for them hold from now on. */
    public void addGroups(InterconnectRecord with, SurrogateDescription described) {
        record = with;
        surrogate = described;
        watchGroups();
        host.idle().described(record);
        followed = null;
        follow(reception::retirement);
    }

    /**
     * Begins: gives the detectors the end of what is stored. Reads the store: for a worker only. If it cannot be read, they begin without.
     *
     * @param next of each group, the number after what is stored
     * @return bytes of sensor sets that were decoded for this
     */
    public long begin(long[] next) {
        follow(group -> Optional.empty()); // what is stored tells it, in order
        long bytes = 0;
        storedBefore = true;
        for (int group = 0; group < next.length; group++) {
            if (next[group] > 0 && wants(group)) {
                bytes += begin(group, next[group], groups.get(group));
            }
        }
        storedBefore = false;
        return bytes;
    }

    private long begin(int group, long next, List<GroupFindings> watched) {
        StoredTail tail = new StoredTail(host.store(), host.transcoders(), record, surrogate, group);
        watched.forEach(those -> those.again(true));
        try {
            tail.read(next, new StoredTail.Items() {
                @Override
                public void packet(PacketHeader header, byte[] sets) {
                    SessionWatch.this.packet(header, sets);
                }

                @Override
                public void gap(Gap gap) {
                    SessionWatch.this.gap(gap);
                }
            });
        } catch (BanipException e) {
            LOG.error("{}: detectors begin without what is stored: {}", id, e.getMessage());
        }
        watched.forEach(those -> those.again(false));
        return tail.sensorBytes();
    }

    /**
     * The session is there: tells what was found in what was stored, and what holds.
     *
     * @param lines gets each finding from now on as a line for people
     */
    public void appeared(Consumer<String> lines) {
        if (!over) {
            host.appeared(record);
        }
        tell();
        line = lines;
        watching(BanFinding.By.HOST);
        watching(BanFinding.By.MBU);
        if (declared() > 0) {
            watching(BanFinding.By.BAN);
        }
    }

    /** Tells what holds, if it is known. */
    private void watching(BanFinding.By by) {
        List<BanFinding> holding = new ArrayList<>();
        boolean known = by == BanFinding.By.HOST;
        for (GroupFindings group : foundBy(by)) {
            Optional<List<Finding>> those = group.holding();
            known |= those.isPresent();
            those.orElse(List.of()).forEach(finding -> holding.add(of(by, finding, true, false, BanFinding.NO_ITEM)));
        }
        if (known) {
            watching(by, List.copyOf(holding));
        }
    }

    private List<GroupFindings> foundBy(BanFinding.By by) {
        return groups.stream()
                .flatMap(List::stream)
                .filter(group -> group.by() == by)
                .toList();
    }

    /** Whether sensor sets of this group are wanted. */
    public boolean wants(int group) {
        for (GroupFindings finder : groups.get(group)) {
            if (finder.wants()) {
                return true;
            }
        }
        return false;
    }

    /** The next packet of a group, and its sensor sets. Each item comes once, in order. */
    public void packet(PacketHeader header, byte[] sets) {
        delivers(header.group(), header.sequence() + 1);
        for (GroupFindings group : groups.get(header.group())) {
            guarded(group, () -> group.packet(header, sets, host.clock().monotonicNanos()));
        }
    }

    private void delivers(int group, long next) {
        if (!storedBefore && delivering.get(group).equals(NOTHING_CAME)) {
            delivering.set(group, next);
        }
    }

    /** The next item of a group is a gap. */
    public void gap(Gap gap) {
        if (gap.reason() != Gap.Reason.SENSOR_SILENT) {
            delivers(gap.group(), gap.nextSequence());
        }
        for (GroupFindings group : groups.get(gap.group())) {
            guarded(group, () -> group.gap(gap, host.clock().monotonicNanos()));
        }
    }

    private void guarded(GroupFindings group, Runnable detecting) {
        try {
            detecting.run();
        } catch (RuntimeException e) {
            String ban = record.ban().id();
            LOG.warn("{}: group {} of BAN {} is not watched until the rules change", id, group.name(), ban);
            LOG.error("{}: a detector failed", id, e);
            host.faults().failed(ban, group.name());
            group.giveUp();
        }
    }

    /** Looks at the clock, and whether the rules have changed. To be called about once a second. */
    public void tick() {
        follow(reception::retirement);
        long monotonicNanos = host.clock().monotonicNanos();
        long epochNanos = host.clock().epochNanos();
        forEach(group -> guarded(group, () -> group.time(monotonicNanos, epochNanos)));
        tell();
    }

    /** Whether the clock matters to it: the host's detectors watch something. */
    public boolean needsTime() {
        return watches;
    }

    /** Who begins to watch a group has not seen whether it is retired. */
    private void follow(IntFunction<Optional<Gap>> retirements) {
        AlertRules rules = host.rules().get();
        DeclaredRules own = declared;
        boolean changed = rules != followed;
        if (!changed && own.equals(followedDeclared)) {
            return;
        }
        followed = rules;
        followedDeclared = own;
        if (changed) {
            follow(BanFinding.By.HOST, rules, retirements);
        }
        follow(BanFinding.By.BAN, own.rules().without(rules), retirements);
        watches = groups.stream()
                .flatMap(List::stream)
                .anyMatch(finder -> finder.wants() && finder.by() != BanFinding.By.MBU);
    }

    private void follow(BanFinding.By by, AlertRules rules, IntFunction<Optional<Gap>> retirements) {
        AlertRules fitting = fitting(rules);
        for (int index = 0; index < groups.size(); index++) {
            for (GroupFindings group : groups.get(index)) {
                boolean watched = group.wants();
                if (group.by() == by) {
                    guarded(group, () -> group.follow(fitting));
                }
                if (!watched && group.wants()) {
                    retirements
                            .apply(index)
                            .ifPresent(gap -> guarded(
                                    group, () -> group.gap(gap, host.clock().monotonicNanos())));
                }
            }
        }
    }

    private AlertRules fitting(AlertRules rules) {
        List<String> misfits = new ArrayList<>();
        AlertRules fitting = rules.fitting(surrogate.ban(), misfits::add);
        if (!misfits.isEmpty()) {
            LOG.warn(
                    "{}: BAN {}: {} not fit: {}{}",
                    id,
                    surrogate.ban().id(),
                    Counted.of(misfits.size(), "detector") + (misfits.size() == 1 ? " does" : " do"),
                    String.join("; ", misfits.subList(0, Math.min(misfits.size(), MOST_NAMED))),
                    misfits.size() > MOST_NAMED ? "; and " + (misfits.size() - MOST_NAMED) + " more" : "");
        }
        return fitting;
    }

    /** Tells what was found in what is stored by now. */
    public void tell() {
        for (int group = 0; group < groups.size(); group++) {
            long durable = reception.durable(group);
            tellDelivered(group, durable);
            for (GroupFindings finder : groups.get(group)) {
                finder.tell(durable, telling);
            }
        }
    }

    /** Before what was found in later items: that may be a silence that holds. */
    private void tellDelivered(int group, long durable) {
        Long needed = delivering.get(group);
        if (needed >= 0 && needed <= durable && !needed.equals(TOLD)) {
            delivering.set(group, TOLD);
            String name = surrogate.ban().groups().get(group).name();
            told(() -> host.findings().delivered(record.ban().id(), record.session(), name, needed - 1));
        }
    }

    private BanFinding of(BanFinding.By by, Finding finding, boolean again, boolean rulesChanged, long item) {
        return new BanFinding(record.ban().id(), record.session(), by, again, item, rulesChanged, finding);
    }

    private void watching(BanFinding.By by, List<BanFinding> holding) {
        told(() -> host.findings().watching(record.ban().id(), record.session(), by, holding));
    }

    private final class Telling implements GroupFindings.Teller {
        @Override
        public void found(BanFinding.By by, Finding finding, boolean again, boolean rulesChanged, long last) {
            BanFinding found = of(by, finding, again, rulesChanged, last);
            told(() -> host.findings().found(found));
            line.accept(found.line());
        }

        @Override
        public void anew(BanFinding.By by) {
            watching(by, List.of());
        }
    }

    private void told(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.error("{}: what is told of findings failed", id, e);
        }
    }

    /** The session ends here. If it will go on, what is not stored comes again; otherwise it is told now. */
    public void end(Disappearance reason) {
        boolean goesOn = reason == Disappearance.HOST_STOPPED || reason == Disappearance.TAKEN_OVER;
        for (int group = 0; group < groups.size(); group++) {
            long durable = goesOn ? reception.durable(group) : Long.MAX_VALUE;
            tellDelivered(group, durable);
            groups.get(group).forEach(those -> those.tell(durable, telling));
        }
        told(() -> host.findings().unwatched(record.ban().id(), record.session(), reason));
        over = true;
        host.ended(record, declared, reason);
    }
}

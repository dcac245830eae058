package org.banip.surrogate.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingEvent;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
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

    private final BanDetectors host;
    private InterconnectRecord record;
    private SurrogateDescription surrogate;
    private final String id;
    private final Reception reception;
    private final GroupFindings.Teller telling = new Telling();
    private final List<GroupFindings> groups = new ArrayList<>();

    /** Gets each finding as a line for people. */
    private Consumer<String> line = unused -> {};
    /** The rules that hold, as the host has them. */
    private @Nullable AlertRules followed;
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
        for (GroupFindings known : groups) {
            known.described(surrogate.ban());
        }
        List<SensorGroup> described = surrogate.ban().groups();
        for (SensorGroup group : described.subList(groups.size(), described.size())) {
            groups.add(FindingEvent.isGroup(group) ? new MbuFindings(surrogate.ban(), group) : new WatchedGroup(group));
        }
    }

    /** Groups were added to the session: the rules that are for them hold from now on. */
    public void addGroups(InterconnectRecord with, SurrogateDescription described) {
        record = with;
        surrogate = described;
        watchGroups();
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
        for (int group = 0; group < next.length; group++) {
            GroupFindings watched = groups.get(group);
            if (next[group] > 0 && watched.wants()) {
                bytes += begin(group, next[group], watched);
            }
        }
        return bytes;
    }

    private long begin(int group, long next, GroupFindings watched) {
        StoredTail tail = new StoredTail(host.store(), host.transcoders(), record, surrogate, group);
        watched.again(true);
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
        watched.again(false);
        return tail.sensorBytes();
    }

    /**
     * The session is there: tells what was found in what was stored, and what holds.
     *
     * @param lines gets each finding from now on as a line for people
     */
    public void appeared(Consumer<String> lines) {
        tell();
        line = lines;
        watching(BanFinding.By.HOST);
        watching(BanFinding.By.MBU);
    }

    /** Tells what holds, if it is known. */
    private void watching(BanFinding.By by) {
        List<BanFinding> holding = new ArrayList<>();
        boolean known = by == BanFinding.By.HOST;
        for (GroupFindings group : groups) {
            Optional<List<Finding>> those = group.by() == by ? group.holding() : Optional.empty();
            known |= those.isPresent();
            those.orElse(List.of()).forEach(finding -> holding.add(of(by, finding, true)));
        }
        if (known) {
            watching(by, List.copyOf(holding));
        }
    }

    /** Whether sensor sets of this group are wanted. */
    public boolean wants(int group) {
        return groups.get(group).wants();
    }

    /** The next packet of a group, and its sensor sets. Each item comes once, in order. */
    public void packet(PacketHeader header, byte[] sets) {
        GroupFindings group = groups.get(header.group());
        guarded(group, () -> group.packet(header, sets, host.clock().monotonicNanos()));
    }

    /** The next item of a group is a gap. */
    public void gap(Gap gap) {
        GroupFindings group = groups.get(gap.group());
        guarded(group, () -> group.gap(gap, host.clock().monotonicNanos()));
    }

    private void guarded(GroupFindings group, Runnable detecting) {
        try {
            detecting.run();
        } catch (RuntimeException e) {
            LOG.error("{}: a detector failed; its group is not watched until the rules change", id, e);
            group.giveUp();
        }
    }

    /** Looks at the clock, and whether the rules have changed. To be called about once a second. */
    public void tick() {
        follow(reception::retirement);
        long monotonicNanos = host.clock().monotonicNanos();
        long epochNanos = host.clock().epochNanos();
        for (GroupFindings group : groups) {
            guarded(group, () -> group.time(monotonicNanos, epochNanos));
        }
        tell();
    }

    /** Whether the clock matters to it: the host's detectors watch something. */
    public boolean needsTime() {
        return watches;
    }

    /** Who begins to watch a group has not seen whether it is retired. */
    private void follow(IntFunction<Optional<Gap>> retirements) {
        AlertRules rules = host.rules().get();
        if (rules == followed) {
            return;
        }
        followed = rules;
        AlertRules fitting = fitting(rules);
        watches = false;
        for (int index = 0; index < groups.size(); index++) {
            GroupFindings group = groups.get(index);
            boolean watched = group.wants();
            guarded(group, () -> group.follow(fitting));
            if (!watched && group.wants()) {
                retirements.apply(index).ifPresent(this::gap);
            }
            watches |= group.wants() && group.by() == BanFinding.By.HOST;
        }
    }

    private AlertRules fitting(AlertRules rules) {
        List<String> misfits = new ArrayList<>();
        AlertRules fitting = rules.fitting(surrogate.ban(), misfits::add);
        if (!misfits.isEmpty()) {
            LOG.warn(
                    "{}: BAN {}: {} not fit; the first one: {}",
                    id,
                    surrogate.ban().id(),
                    Counted.of(misfits.size(), "detector") + (misfits.size() == 1 ? " does" : " do"),
                    misfits.get(0));
        }
        return fitting;
    }

    /** Tells what was found in what is stored by now. */
    public void tell() {
        for (int group = 0; group < groups.size(); group++) {
            groups.get(group).tell(reception.durable(group), telling);
        }
    }

    private BanFinding of(BanFinding.By by, Finding finding, boolean again) {
        return new BanFinding(record.ban().id(), record.session(), by, again, finding);
    }

    private void watching(BanFinding.By by, List<BanFinding> holding) {
        told(() -> host.findings().watching(record.ban().id(), record.session(), by, holding));
    }

    private final class Telling implements GroupFindings.Teller {
        @Override
        public void found(BanFinding.By by, Finding finding, boolean again) {
            BanFinding found = of(by, finding, again);
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
            groups.get(group).tell(goesOn ? reception.durable(group) : Long.MAX_VALUE, telling);
        }
        told(() -> host.findings().unwatched(record.ban().id(), record.session(), reason));
    }
}

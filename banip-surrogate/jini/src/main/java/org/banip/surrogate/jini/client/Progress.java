package org.banip.surrogate.jini.client;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.BanDescription;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Knows how far a listener has got with one session, over all subscriptions to it, and keeps repetitions from the listener. One thread at a time.
 */
final class Progress implements SurrogateListener {
    private static final Logger LOG = ServerLog.of(Progress.class);
    private static final long UNKNOWN = -1;
    private static final int MOST_COMPLETE = 64;

    private final SurrogateListener listener;
    private FeedNumbers feed;
    /** Per group the sequence number that comes next, and the unit. */
    private long[] next = {};

    private long[] nextUnits = {};
    private long[] origins = {};
    /** Per group, the sequence number that came next when the first subscription began. */
    private long[] started = {};
    /** Per group, whether nothing came yet from the present subscription, which is a live one. */
    private boolean[] joining = {};

    private boolean any;
    private boolean begun;
    /**
     * Surrogates of this session of which the listener heard that nothing more comes of them, by when they were activated; the oldest are forgotten.
     * Also read by the thread that looks for BANs.
     */
    private final NavigableSet<Long> complete = new ConcurrentSkipListSet<>();

    /** What the host told as missed and no later event of its group has shown yet: it is not told again after a break. */
    private long toldPackets;

    private long toldUnits;
    private @Nullable SurrogateDescription present;
    private boolean failureLogged;

    Progress(SurrogateListener listener) {
        this(listener, FeedNumbers.WHOLE);
    }

    Progress(SurrogateListener listener, FeedNumbers feed) {
        this.listener = listener;
        this.feed = feed;
    }

    /** Per group the number after what came; empty if nothing came. A group of which nothing came has 0. */
    Optional<List<Long>> processed() {
        return any
                ? Optional.of(Arrays.stream(next)
                        .map(number -> Math.max(0, number))
                        .boxed()
                        .toList())
                : Optional.empty();
    }

    /** Forgets how far it got. */
    void forget() {
        any = false;
        begun = false;
        toldPackets = 0;
        toldUnits = 0;
        Arrays.fill(next, UNKNOWN);
        Arrays.fill(started, UNKNOWN);
    }

    /** Whether the surrogate that was activated then has come to its end, and the listener has heard all of it. */
    boolean isComplete(long activatedNanos) {
        return complete.contains(activatedNanos);
    }

    /** Whether a host has begun to call. */
    boolean hasBegun() {
        return begun;
    }

    /** What the numbers of the feed are from now on. The BAN may have more groups: nothing came of them. */
    void describe(BanDescription ban, FeedNumbers numbers) {
        feed = numbers;
        fit(ban.groups().size());
    }

    private void fit(int groups) {
        if (next.length != groups) {
            int known = Math.min(next.length, groups);
            next = Arrays.copyOf(next, groups);
            nextUnits = Arrays.copyOf(nextUnits, groups);
            origins = Arrays.copyOf(origins, groups);
            joining = new boolean[groups];
            started = Arrays.copyOf(started, groups);
            Arrays.fill(next, known, groups, UNKNOWN);
            Arrays.fill(started, known, groups, UNKNOWN);
        }
    }

    /**
     * A subscription begins.
     *
     * @param positions per group of the BAN the sequence number that comes next at the host; may be empty if it has begun before
     */
    void begin(SurrogateDescription surrogate, StartPoint from, List<Long> positions) {
        int groups = surrogate.ban().groups().size();
        fit(groups);
        List<Long> numbers = feed.at(positions);
        for (int group = 0; group < Math.min(groups, numbers.size()) && !begun; group++) {
            started[group] = numbers.get(group);
        }
        Arrays.fill(joining, from instanceof StartPoint.Live && begun);
        if (from instanceof StartPoint.Stored stored) {
            for (int group = 0; group < stored.nextSequences().size(); group++) {
                next[group] = stored.nextSequences().get(group);
            }
        }
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        begun = true;
        complete.remove(surrogate.activatedNanos());
        if (surrogate.equals(present)) {
            return;
        }
        vanished();
        present = surrogate;
        tell(() -> listener.appeared(surrogate));
    }

    /** The surrogate is gone without having said so. */
    void vanished() {
        SurrogateDescription before = present;
        if (before != null) {
            disappeared(before, Disappearance.HOST_STOPPED);
        }
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        present = null;
        tell(() -> listener.disappeared(surrogate, reason));
        if (reason != Disappearance.HOST_STOPPED && reason != Disappearance.TAKEN_OVER) {
            complete.add(surrogate.activatedNanos());
            if (complete.size() > MOST_COMPLETE) {
                complete.pollFirst();
            }
        }
    }

    @Override
    public void delivered(SensorData data) {
        PacketHeader header = data.header();
        int group = header.group();
        if (header.sequence() < next[group]) {
            return;
        }
        tellMissed(
                data.surrogate(),
                group,
                header.sequence(),
                unitsBefore(group, header.originNanos(), header.firstUnit(), header.sequence(), header.unitCount()));
        // A listener that throws has got it, unless it wants to start again.
        advance(group, header.sequence() + 1, header.originNanos(), header.firstUnit() + header.unitCount());
        tell(() -> listener.delivered(data));
    }

    /** A live subscriber hears how much came while it had no subscription, before the first event of a group. */
    private void tellMissed(SurrogateDescription surrogate, int group, long sequence, long units) {
        long packets = packetsBefore(group, sequence);
        long until = isKnown(group) ? feed.packetsUntil(expected(group), sequence) : 0;
        long morePackets = Math.max(0, packets - toldPackets);
        long moreUnits = Math.max(0, units - toldUnits);
        toldPackets = Math.max(0, toldPackets - until);
        toldUnits = toldPackets == 0 ? 0 : Math.max(0, toldUnits - units);
        if (joining[group] && (morePackets > 0 || feed.losesParts() && moreUnits > 0)) {
            tell(() -> listener.missed(surrogate, morePackets, moreUnits));
        }
        joining[group] = false;
    }

    private long expected(int group) {
        return next[group] == UNKNOWN ? started[group] : next[group];
    }

    private boolean isKnown(int group) {
        return expected(group) != UNKNOWN;
    }

    /** The BAN's packets between what came last and this one. */
    private long packetsBefore(int group, long sequence) {
        return isKnown(group) ? feed.packetsBetween(expected(group), sequence) : 0;
    }

    /** The BAN's units between what came last and this one; estimated from what came, if the sampling grid is another one. */
    private long unitsBefore(int group, long originNanos, long firstUnit, long sequence, long units) {
        boolean sameGrid = next[group] != UNKNOWN && originNanos == origins[group] && firstUnit >= nextUnits[group];
        return sameGrid
                ? feed.units(group, firstUnit - nextUnits[group])
                : feed.estimate(group, packetsBefore(group, sequence), sequence, units);
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        int group = gap.group();
        if (gap.nextSequence() > next[group]) {
            long unitsOfAPacket = gap.unitCount() / Math.max(1, gap.sequenceCount());
            tellMissed(
                    surrogate,
                    group,
                    gap.sequence(),
                    unitsBefore(group, gap.originNanos(), gap.firstUnit(), gap.sequence(), unitsOfAPacket));
            advance(group, gap.nextSequence(), gap.originNanos(), gap.firstUnit() + gap.unitCount());
            tell(() -> listener.gap(surrogate, gap));
        }
    }

    private void advance(int group, long sequence, long originNanos, long unit) {
        any = true;
        next[group] = sequence;
        origins[group] = originNanos;
        nextUnits[group] = unit;
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        toldPackets += packets;
        toldUnits += units;
        tell(() -> listener.missed(surrogate, packets, units));
    }

    @Override
    public void silent(SurrogateDescription surrogate) {
        tell(() -> listener.silent(surrogate));
    }

    @Override
    public void resumed(SurrogateDescription surrogate) {
        tell(() -> listener.resumed(surrogate));
    }

    @Override
    public void alert(SurrogateDescription surrogate, AlertNotice step) {
        tell(() -> listener.alert(surrogate, step));
    }

    @Override
    public void missedAlerts(SurrogateDescription surrogate, long steps) {
        tell(() -> listener.missedAlerts(surrogate, steps));
    }

    @Override
    public void told(SurrogateDescription surrogate, long atNanos, String text) {
        tell(() -> listener.told(surrogate, atNanos, text));
    }

    /** What the listener throws does not end the subscription, as inside a host. */
    private void tell(Runnable call) {
        try {
            call.run();
        } catch (StartAgainException e) {
            throw e;
        } catch (RuntimeException e) {
            if (!failureLogged) {
                failureLogged = true;
                LOG.error("the listener failed; its later failures are not logged", e);
            }
        }
    }
}

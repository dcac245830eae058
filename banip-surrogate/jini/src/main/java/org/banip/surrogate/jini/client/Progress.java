package org.banip.surrogate.jini.client;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

    private final SurrogateListener listener;
    /** Per group the sequence number that comes next, and the unit. */
    private long[] next = {};

    private long[] nextUnits = {};
    private long[] origins = {};
    /** Per group, whether nothing came yet from the present subscription, which is a live one. */
    private boolean[] joining = {};

    private boolean any;
    private @Nullable SurrogateDescription present;
    private boolean failureLogged;

    Progress(SurrogateListener listener) {
        this.listener = listener;
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
        Arrays.fill(next, UNKNOWN);
    }

    /** A subscription begins. */
    void begin(SurrogateDescription surrogate, StartPoint from) {
        int groups = surrogate.ban().groups().size();
        if (next.length != groups) {
            next = new long[groups];
            nextUnits = new long[groups];
            origins = new long[groups];
            joining = new boolean[groups];
            Arrays.fill(next, UNKNOWN);
        }
        Arrays.fill(joining, from instanceof StartPoint.Live && any);
        if (from instanceof StartPoint.Stored stored) {
            for (int group = 0; group < stored.nextSequences().size(); group++) {
                next[group] = stored.nextSequences().get(group);
            }
        }
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
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
    }

    @Override
    public void delivered(SensorData data) {
        PacketHeader header = data.header();
        int group = header.group();
        if (header.sequence() < next[group]) {
            return;
        }
        if (joining[group]) {
            joining[group] = false;
            tellMissed(data.surrogate(), header);
        }
        // A listener that throws has got it, unless it wants to start again.
        advance(group, header.sequence() + 1, header.originNanos(), header.firstUnit() + header.unitCount());
        tell(() -> listener.delivered(data));
    }

    /** A live subscriber hears how much came while it had no subscription. */
    private void tellMissed(SurrogateDescription surrogate, PacketHeader first) {
        int group = first.group();
        long packets = next[group] == UNKNOWN ? 0 : first.sequence() - next[group];
        if (packets > 0) {
            boolean sameGrid = first.originNanos() == origins[group] && first.firstUnit() >= nextUnits[group];
            long units = sameGrid ? first.firstUnit() - nextUnits[group] : packets * first.unitCount();
            tell(() -> listener.missed(surrogate, packets, units));
        }
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        if (gap.nextSequence() > next[gap.group()]) {
            joining[gap.group()] = false;
            advance(gap.group(), gap.nextSequence(), gap.originNanos(), gap.firstUnit() + gap.unitCount());
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

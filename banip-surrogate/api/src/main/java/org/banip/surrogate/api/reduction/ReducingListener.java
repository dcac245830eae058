package org.banip.surrogate.api.reduction;

import java.util.Arrays;
import java.util.List;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a listener that wants one surrogate reduced: it hears of a surrogate with the reduced BAN description, and of packets that fit it.
 * What was missed is told as it is, in the BAN's own packets and units. On the thread of the subscription.
 */
public final class ReducingListener implements SurrogateListener {
    private final ReducedBan ban;
    private final SurrogateListener listener;
    /** Per group of the reduced feed the first number that is wanted; empty: all. */
    private final List<Long> begin;
    /** By index in the BAN; null for a group of which nothing is wanted. */
    private @Nullable GroupReducer[] groups = {};

    private @Nullable SurrogateDescription reduced;

    /** Before this listener. */
    public ReducingListener(ReducedBan ban, SurrogateListener listener) {
        this(ban, StartPoint.now(), listener);
    }

    /**
     * Before this listener, which wants what the reduced feed has from a start point on.
     *
     * @param from in the numbers of the reduced feed; the events have to come from {@link ReducedBan#ofWhole} of it
     */
    public ReducingListener(ReducedBan ban, StartPoint from, SurrogateListener listener) {
        this.ban = ban;
        this.listener = listener;
        begin = from instanceof StartPoint.Stored stored ? stored.nextSequences() : List.of();
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        SurrogateDescription described = new SurrogateDescription(
                surrogate.session(), ban.description(), surrogate.surrogateType(), surrogate.activatedNanos());
        reduced = described;
        GroupReducer[] all = new GroupReducer[surrogate.ban().groups().size()];
        for (int index = 0; index < ban.groups().size(); index++) {
            ReducedGroup group = ban.groups().get(index);
            all[group.ofBan()] =
                    GroupReducer.of(index, group, described, index < begin.size() ? begin.get(index) : 0, listener);
        }
        groups = all;
        listener.appeared(described);
    }

    /** A reduced feed keeps the groups with which it began. */
    @Override
    public void groupsAdded(SurrogateDescription former, SurrogateDescription now) {
        groups = Arrays.copyOf(groups, now.ban().groups().size());
    }

    private SurrogateDescription present() {
        if (reduced == null) {
            throw new IllegalStateException("an event comes before the surrogate appeared");
        }
        return reduced;
    }

    @Override
    public void delivered(SensorData data) {
        GroupReducer group = groups[data.header().group()];
        if (group != null) {
            group.delivered(data);
        }
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        GroupReducer group = groups[gap.group()];
        if (group != null) {
            group.gap(gap);
        }
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        listener.missed(present(), packets, units);
    }

    @Override
    public void silent(SurrogateDescription surrogate) {
        listener.silent(present());
    }

    @Override
    public void resumed(SurrogateDescription surrogate) {
        listener.resumed(present());
    }

    @Override
    public void told(SurrogateDescription surrogate, long atNanos, String text) {
        listener.told(present(), atNanos, text);
    }

    @Override
    public void alert(SurrogateDescription surrogate, AlertNotice step) {
        listener.alert(present(), step);
    }

    @Override
    public void missedAlerts(SurrogateDescription surrogate, long steps) {
        listener.missedAlerts(present(), steps);
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        if (reason != Disappearance.HOST_STOPPED && reason != Disappearance.TAKEN_OVER) {
            end();
        } // else the session goes on, and with it the open buckets
        listener.disappeared(present(), reason);
    }

    private void end() {
        for (GroupReducer group : groups) {
            if (group != null) {
                group.end();
            }
        }
    }
}

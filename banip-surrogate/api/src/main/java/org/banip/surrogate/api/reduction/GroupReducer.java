package org.banip.surrogate.api.reduction;

import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** Reduces one group of a surrogate, and calls the listener with what is left. One thread. */
abstract class GroupReducer {
    /** Index of the group in the reduced feed. */
    final int index;

    final ReducedGroup group;
    final SampleLayout layout;

    private final SurrogateDescription reduced;
    private final SurrogateListener listener;
    /** What has a lower number was delivered by an earlier subscription. */
    private final long begin;

    GroupReducer(int index, ReducedGroup group, SurrogateDescription reduced, long begin, SurrogateListener listener) {
        this.index = index;
        this.group = group;
        this.reduced = reduced;
        this.begin = begin;
        this.listener = listener;
        layout = new SampleLayout(group.description());
    }

    static GroupReducer of(
            int index, ReducedGroup group, SurrogateDescription reduced, long begin, SurrogateListener listener) {
        return group.divisor() == 1
                ? new ChannelCopy(index, group, reduced, begin, listener)
                : new Buckets(index, group, reduced, begin, listener);
    }

    abstract void delivered(SensorData data);

    abstract void gap(Gap gap);

    /** The session is over: delivers what waits. */
    abstract void end();

    final void deliver(PacketHeader header, byte[] sets, long receivedNanos) {
        if (header.sequence() >= begin) {
            listener.delivered(new SensorData(reduced, header, layout, sets, receivedNanos));
        }
    }

    /** Tells a gap of these units of the reduced feed. A subscription that goes on after it gets the whole gap again. */
    final void tell(Gap gap, long firstUnit, long unitCount) {
        long first = ReducedNumbers.completedBy(gap.sequence(), gap.sequence());
        long last = ReducedNumbers.completedBy(gap.nextSequence() - 1, gap.sequence());
        if (last >= begin) {
            listener.gap(
                    reduced,
                    new Gap(index, first, last - first + 1, gap.originNanos(), firstUnit, unitCount, gap.reason()));
        }
    }
}

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

    GroupReducer(int index, ReducedGroup group, SurrogateDescription reduced, SurrogateListener listener) {
        this.index = index;
        this.group = group;
        this.reduced = reduced;
        this.listener = listener;
        layout = new SampleLayout(group.description());
    }

    static GroupReducer of(int index, ReducedGroup group, SurrogateDescription reduced, SurrogateListener listener) {
        return group.divisor() == 1
                ? new ChannelCopy(index, group, reduced, listener)
                : new Buckets(index, group, reduced, listener);
    }

    abstract void delivered(SensorData data);

    abstract void gap(Gap gap);

    /** Nothing comes any more: delivers what waits. */
    abstract void end();

    /** The number of what a packet or gap completes. */
    static long completedBy(long sequence) {
        return 2 * sequence + 1;
    }

    /** The number of what waited, and is delivered because this packet or gap shows that no more comes. */
    static long endedBy(long sequence) {
        return 2 * sequence;
    }

    final void deliver(PacketHeader header, byte[] sets, long receivedNanos) {
        listener.delivered(new SensorData(reduced, header, layout, sets, receivedNanos));
    }

    /** Tells a gap of these units of the reduced feed. */
    final void tell(Gap gap, long firstUnit, long unitCount) {
        listener.gap(
                reduced,
                new Gap(
                        index,
                        completedBy(gap.sequence()),
                        2 * gap.sequenceCount() - 1,
                        gap.originNanos(),
                        firstUnit,
                        unitCount,
                        gap.reason()));
    }
}

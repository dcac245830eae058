package org.banip.surrogate.api.reduction;

import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** Leaves the rate, and copies the wanted channels. */
final class ChannelCopy extends GroupReducer {
    ChannelCopy(int index, ReducedGroup group, SurrogateDescription reduced, long begin, SurrogateListener listener) {
        super(index, group, reduced, begin, listener);
    }

    @Override
    void delivered(SensorData data) {
        PacketHeader from = data.header();
        byte[] sets = group.isWhole() ? data.toByteArray() : chosen(data);
        PacketHeader header = new PacketHeader(
                index,
                ReducedNumbers.completedBy(from.sequence(), from.sequence()),
                from.originNanos(),
                from.firstUnit(),
                from.unitCount(),
                from.key());
        deliver(header, sets, data.receivedNanos());
    }

    private byte[] chosen(SensorData data) {
        int[] channels = group.channels();
        byte[] sets = new byte[data.unitCount() * layout.setBytes()];
        for (int unit = 0; unit < data.unitCount(); unit++) {
            int at = unit * layout.setBytes();
            for (int channel = 0; channel < channels.length; channel++) {
                layout.write(sets, at, channel, data.sample(unit, channels[channel]));
            }
        }
        return sets;
    }

    @Override
    void gap(Gap gap) {
        tell(gap, gap.firstUnit(), gap.unitCount());
    }

    @Override
    void end() {}
}

package org.banip.surrogate.subscriber;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.ReducingListener;
import org.banip.surrogate.api.reduction.Reduction;

/** A BAN whose feed is reduced, and what comes out of it, unit by unit. Fails if a number comes twice or out of order. */
final class ReducedListener implements SurrogateListener {
    /** A unit of the reduced feed. */
    record Unit(int group, long unit, long instantNanos, List<Integer> samples) {}

    final List<Unit> units = new ArrayList<>();
    final List<Gap> gaps = new ArrayList<>();
    final List<String> order = new ArrayList<>();
    final ReducedBan reduced;
    private final SurrogateDescription surrogate;
    private final ReducingListener reducing;
    private final long[] next = new long[BanDescription.MAX_GROUPS];
    private final long[] sequences = new long[BanDescription.MAX_GROUPS];

    ReducedListener(BanDescription ban, Reduction reduction) {
        surrogate = new SurrogateDescription(UUID.randomUUID(), ban, "standard", 1);
        reduced = ReducedBan.of(ban, reduction);
        reducing = new ReducingListener(reduced, this);
        reducing.appeared(surrogate);
    }

    /** The BAN's next packet: the samples of each unit, of each of its channels. */
    void packet(int group, long origin, long firstUnit, int[][] samples) {
        SampleLayout layout = new SampleLayout(surrogate.ban().groups().get(group));
        byte[] bytes = new byte[samples.length * layout.setBytes()];
        for (int unit = 0; unit < samples.length; unit++) {
            for (int channel = 0; channel < layout.channels(); channel++) {
                layout.write(bytes, unit * layout.setBytes(), channel, samples[unit][channel]);
            }
        }
        PacketHeader header = new PacketHeader(group, sequences[group]++, origin, firstUnit, samples.length, true);
        reducing.delivered(new SensorData(surrogate, header, layout, bytes, 7));
    }

    /** A gap in place of the BAN's next packet. */
    void gapOf(int group, long origin, long firstUnit, long units) {
        reducing.gap(surrogate, new Gap(group, sequences[group]++, 1, origin, firstUnit, units, Gap.Reason.SPOOL_FULL));
    }

    void retired(int group, long origin, long unit) {
        reducing.gap(surrogate, new Gap(group, sequences[group]++, 1, origin, unit, 1, Gap.Reason.RETIRED));
    }

    /** Packets that do not come: the listener is told, as by a full queue. */
    void miss(int group, long units) {
        sequences[group]++;
        reducing.missed(surrogate, 1, units);
    }

    void end() {
        reducing.disappeared(surrogate, Disappearance.DEREGISTERED);
    }

    @Override
    public void delivered(SensorData data) {
        PacketHeader header = data.header();
        take(header.group(), header.sequence(), header.sequence() + 1);
        order.add("data");
        for (int unit = 0; unit < data.unitCount(); unit++) {
            List<Integer> samples = new ArrayList<>();
            for (int channel = 0; channel < data.group().channels().size(); channel++) {
                samples.add(data.sample(unit, channel));
            }
            units.add(new Unit(header.group(), header.firstUnit() + unit, data.instantNanos(unit), samples));
        }
    }

    @Override
    public void gap(SurrogateDescription of, Gap gap) {
        take(gap.group(), gap.sequence(), gap.nextSequence());
        order.add("gap");
        gaps.add(gap);
    }

    private void take(int group, long sequence, long nextSequence) {
        if (sequence < next[group]) {
            throw new AssertionError("number " + sequence + " comes after " + (next[group] - 1));
        }
        next[group] = nextSequence;
    }

    @Override
    public void missed(SurrogateDescription of, long packets, long units) {
        order.add("missed " + units);
    }

    @Override
    public void disappeared(SurrogateDescription of, Disappearance reason) {
        order.add("disappeared");
    }
}

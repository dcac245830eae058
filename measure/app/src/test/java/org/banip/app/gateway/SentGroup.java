package org.banip.app.gateway;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;

/** What a device sends of a group, made from a seed: its packets as a host gets them, and the sensor sets with their instants. */
final class SentGroup {
    private static final int MOST_SHOWN = 4;

    private final SensorGroup group;
    private final int number;
    private final SampleLayout layout;
    private final ChainEncoder encoder;
    private final Random random;
    private final int[] last;

    final String chain;
    final List<Sequenced> items = new ArrayList<>();
    /** Each sensor set as its instant and its values. */
    final List<String> rows = new ArrayList<>();

    SentGroup(int number, SensorGroup group, String chain, long seed) {
        this.number = number;
        this.group = group;
        this.chain = chain;
        layout = new SampleLayout(group);
        encoder = TranscodingChain.parse(chain, Transcoders.installed()).newEncoder(group);
        random = new Random(seed + number);
        last = new int[group.channels().size()];
    }

    SensorGroup group() {
        return group;
    }

    /** Sends consecutive sensor sets, a walk at random. */
    SentGroup sends(long originNanos, long firstUnit, int units) {
        Block sets = new Block(units * layout.setBytes());
        sets.length(units * layout.setBytes());
        for (int u = 0; u < units; u++) {
            for (int c = 0; c < last.length; c++) {
                last[c] = Math.max(-90, Math.min(90, last[c] + random.nextInt(7) - 3));
                layout.write(sets.bytes(), u * layout.setBytes(), c, last[c]);
            }
            rows.add(row(group.frequency().instantNanos(originNanos, firstUnit + u), last));
        }
        sets.describe(originNanos, firstUnit, units);
        encoder.encode(sets, this::put);
        encoder.flush(this::put);
        return this;
    }

    /** Declares sensor sets lost. */
    SentGroup loses(long originNanos, long firstUnit, int units) {
        items.add(new Gap(number, next(), 1, originNanos, firstUnit, units, Gap.Reason.SENSOR_SILENT));
        return this;
    }

    static String row(long instantNanos, int[] values) {
        return instantNanos + " "
                + (values.length > MOST_SHOWN ? "#" + Arrays.hashCode(values) : Arrays.toString(values));
    }

    private void put(Block payload) {
        items.add(Packet.of(
                new PacketHeader(
                        number, next(), payload.originNanos(), payload.firstUnit(), payload.unitCount(), payload.key()),
                Arrays.copyOf(payload.bytes(), payload.length())));
    }

    private long next() {
        return items.isEmpty() ? 0 : items.get(items.size() - 1).nextSequence();
    }
}

package org.banip.measure.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.store.SensorSetDigest;

/** Packets of two groups, from a seed. */
public final class PeerSignal {
    private static final long ORIGIN = 1_700_000_000_000_000_123L;
    private static final int UNITS = 90;

    private final List<SensorGroup> groups = List.of(group("ecg", 250, 2), group("motion", 50, 3));
    private final SensorSetDigest digest = new SensorSetDigest(groups);
    private final List<Packet> packets = new ArrayList<>();
    private final long[] nextUnit = new long[groups.size()];
    private final long[] nextSequence = new long[groups.size()];
    private long units;

    public PeerSignal(int count, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            packets.add(next(i % 5 == 4 ? 1 : 0, random));
        }
    }

    private static SensorGroup group(String name, int hertz, int channels) {
        List<Channel> list = new ArrayList<>();
        for (int channel = 0; channel < channels; channel++) {
            list.add(new Channel("c" + channel, "mV", 16, -32768, 32767, -10, 10));
        }
        return SensorGroup.live(name, Frequency.ofHz(hertz), list);
    }

    private Packet next(int group, Random random) {
        byte[] sets = new byte[UNITS * groups.get(group).setBytes()];
        random.nextBytes(sets);
        PacketHeader header = new PacketHeader(group, nextSequence[group]++, ORIGIN, nextUnit[group], UNITS, true);
        digest.update(group, sets, 0, UNITS, ORIGIN, nextUnit[group]);
        nextUnit[group] += UNITS;
        units += UNITS;
        return Packet.of(header, sets);
    }

    public BanDescription ban() {
        return new BanDescription("peer", groups);
    }

    public List<Packet> packets() {
        return packets;
    }

    public long units() {
        return units;
    }

    public String digest() {
        return digest.hex();
    }
}

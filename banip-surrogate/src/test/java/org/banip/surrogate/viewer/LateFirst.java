package org.banip.surrogate.viewer;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.wire.TestMbu;

/** A BAN that lists the group with what is late first: 0, and then the ecg whose gaps it fills: 1. A place is that of a packet in the signal. */
final class LateFirst {
    private static final SensorGroup ECG = TestMbu.BAN.groups().get(0);
    private static final BanDescription BAN = new BanDescription(
            "ban-18",
            List.of(
                    new SensorGroup("ecg-late", ECG.frequency(), ServiceClass.BULK, Duration.ofDays(1), ECG.channels()),
                    ECG.lateAs("ecg-late")));

    private LateFirst() {}

    static TestMbu at(URI base) {
        return new TestMbu(base, Map.of(), "packetizer(units=" + TestMbu.UNITS + ",hold=0)", BAN);
    }

    /** A packet of the ecg. */
    static Packet ecg(long sequence, long place) {
        return packet(1, sequence, place);
    }

    /** A packet that came late. */
    static Packet late(long sequence, long place) {
        return packet(0, sequence, place);
    }

    private static Packet packet(int group, long sequence, long place) {
        PacketHeader header =
                new PacketHeader(group, sequence, TestMbu.ORIGIN, place * TestMbu.UNITS, TestMbu.UNITS, true);
        return Packet.of(header, TestMbu.packet(0, place).payload());
    }

    /** Packets of the ecg, from one number, which is also the first one's place, to before another one. */
    static List<Packet> ecgs(long from, long to) {
        List<Packet> packets = new ArrayList<>();
        for (long sequence = from; sequence < to; sequence++) {
            packets.add(ecg(sequence, sequence));
        }
        return packets;
    }

    /** Packets that came late, for places of the ecg. */
    static List<Packet> lates(long sequence, long from, long to) {
        List<Packet> packets = new ArrayList<>();
        for (long place = from; place < to; place++) {
            packets.add(late(sequence + place - from, place));
        }
        return packets;
    }

    /** A gap of the ecg. */
    static Gap gap(long sequence, long place, long count) {
        return new Gap(
                1, sequence, count, TestMbu.ORIGIN, place * TestMbu.UNITS, count * TestMbu.UNITS, Gap.Reason.THINNED);
    }
}

package org.banip.surrogate.store;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/** Records, packets and gaps made from a seed. */
final class TestRecords {
    static final long ORIGIN = 1_767_225_600_000_000_000L;
    static final BanDescription BAN = new BanDescription(
            "ban-1",
            List.of(
                    SensorGroup.live(
                            "ecg",
                            Frequency.ofHz(360),
                            List.of(
                                    Channel.ofGain("MLII", "mV", 11, 0, 2047, 200, 1024),
                                    Channel.ofGain("V5", "mV", 11, 0, 2047, 200, 1024))),
                    new SensorGroup(
                            "acc",
                            Frequency.parse("31.25"),
                            ServiceClass.BULK,
                            Duration.ofSeconds(30),
                            List.of(new Channel("Ü x", "m/s2", 8, -128, 127, -16.5, 16)))));

    /** What a BAN may have declared. */
    static final String DETECTORS =
            "{\"detectors\":[{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"ecg\",\"afterMillis\":5000}]}";

    private TestRecords() {}

    static InterconnectRecord interconnect(long seed) {
        Random random = new Random(seed);
        return new InterconnectRecord(
                0,
                new UUID(random.nextLong(), random.nextLong()),
                "mbu-7",
                BAN,
                "standard",
                List.of("packetizer(units=140,hold=0)|deflate(level=6)", "packetizer(units=1,hold=0)"),
                1_767_225_600_123_456_789L);
    }

    /** Packet {@code sequence} of the group; every fifth is a key packet. */
    static Packet packet(int group, long sequence, int payloadBytes) {
        byte[] payload = new byte[payloadBytes];
        new Random(31 * sequence + group).nextBytes(payload);
        return Packet.of(new PacketHeader(group, sequence, ORIGIN, sequence * 10, 10, sequence % 5 == 0), payload);
    }

    static Gap gap(int group, long sequence, long count, Gap.Reason reason) {
        return new Gap(group, sequence, count, ORIGIN, sequence * 10, count * 10, reason);
    }
}

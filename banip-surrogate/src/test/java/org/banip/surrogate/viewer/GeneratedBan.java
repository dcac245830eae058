package org.banip.surrogate.viewer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/** A patient made up: ECG, pleth, respiration and temperature that look like themselves. */
final class GeneratedBan {
    /** The most units in a packet. */
    static final int UNITS = 90;

    private final BanDescription ban;
    private final Random random;
    private final double beatsPerSecond;

    GeneratedBan(String id, long seed, double beatsPerMinute, String... leads) {
        random = new Random(seed);
        beatsPerSecond = beatsPerMinute / 60;
        ban = new BanDescription(
                id,
                List.of(
                        SensorGroup.live(
                                "ecg",
                                Frequency.ofHz(360),
                                Arrays.stream(leads)
                                        .map(lead -> new Channel(lead, "mV", 12, -2048, 2047, -5.12, 5.1175))
                                        .toList()),
                        SensorGroup.live(
                                "pleth", Frequency.ofHz(125), List.of(new Channel("Pleth", "nu", 10, 0, 1023, 0, 1))),
                        SensorGroup.live(
                                "resp",
                                Frequency.parse("31.25"),
                                List.of(new Channel("Resp", "Ohm", 12, -2048, 2047, -2, 2))),
                        new SensorGroup(
                                "numerics",
                                Frequency.ofHz(1),
                                ServiceClass.BULK,
                                Duration.ofMinutes(1),
                                List.of(
                                        new Channel("Temp skin", "Cel", 12, 0, 4000, 10, 50),
                                        new Channel("SpO2", "%", 8, 0, 100, 0, 100)))));
    }

    BanDescription ban() {
        return ban;
    }

    /** All that a group has from an instant on, at the beginning of the signal, in packets of up to 90 units. */
    List<Packet> packets(int group, Instant from, int units) {
        SensorGroup described = ban.groups().get(group);
        SampleLayout layout = new SampleLayout(described);
        long origin = from.getEpochSecond() * 1_000_000_000 + from.getNano();
        List<Packet> packets = new ArrayList<>();
        for (int first = 0; first < units; first += UNITS) {
            int count = Math.min(UNITS, units - first);
            byte[] payload = new byte[count * layout.setBytes()];
            for (int unit = 0; unit < count; unit++) {
                for (int channel = 0; channel < layout.channels(); channel++) {
                    double seconds = (first + unit) / described.frequency().hertz();
                    layout.write(
                            payload,
                            unit * layout.setBytes(),
                            channel,
                            digital(described.channels().get(channel), value(group, channel, seconds)));
                }
            }
            packets.add(Packet.of(new PacketHeader(group, packets.size(), origin, first, count, true), payload));
        }
        return packets;
    }

    private static int digital(Channel channel, double value) {
        double share = (value - channel.physicalMin()) / (channel.physicalMax() - channel.physicalMin());
        double digital = channel.digitalMin() + share * (channel.digitalMax() - channel.digitalMin());
        return (int) Math.max(channel.digitalMin(), Math.min(channel.digitalMax(), Math.rint(digital)));
    }

    /** The physical value of a channel, seconds after the beginning. */
    double value(int group, int channel, double t) {
        double phase = beat(t);
        switch (group) {
            case 0:
                double wander = 0.06 * Math.sin(2 * Math.PI * 0.22 * t);
                double scale = channel == 0 ? 1 : 0.5 + 0.85 * Math.abs(Math.cos(channel * 0.6));
                double noise = 0.008 * random.nextGaussian();
                return scale * ecg(phase, channel) + wander + noise;
            case 1:
                return 0.5
                        + 0.32 * bump(phase, 0.28, 0.1)
                        + 0.13 * bump(phase, 0.52, 0.13)
                        - 0.1
                        + 0.03 * Math.sin(2 * Math.PI * 0.22 * t);
            case 2:
                double breath = Math.sin(2 * Math.PI * 0.22 * t);
                return 0.7 * breath + 0.12 * Math.sin(4 * Math.PI * 0.22 * t + 0.6) + 0.006 * random.nextGaussian();
            default:
                return channel == 0
                        ? 33.4 + 0.25 * Math.sin(t / 40) + 0.02 * random.nextGaussian()
                        : Math.rint(97 + Math.sin(t / 17));
        }
    }

    private double beat(double t) {
        double wobble = 0.05 * Math.sin(2 * Math.PI * 0.22 * t) + 0.03 * Math.sin(2 * Math.PI * 0.1 * t);
        double beats = t * beatsPerSecond + wobble;
        return beats - Math.floor(beats);
    }

    private static double ecg(double phase, int channel) {
        double t = channel == 0 ? 0.28 : 0.34;
        return 0.13 * bump(phase, 0.18, 0.022)
                - 0.11 * bump(phase, 0.272, 0.008)
                + 1.15 * bump(phase, 0.29, 0.0095)
                - 0.24 * bump(phase, 0.309, 0.0085)
                + t * bump(phase, 0.53, 0.045);
    }

    private static double bump(double phase, double at, double width) {
        double d = (phase - at) / width;
        return Math.exp(-d * d / 2);
    }
}

package org.banip.core.frame;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.testing.Seed;

/** Streams of varied frames that form one valid body. */
final class RandomFrames {
    private final Random random;
    private final boolean[] stateless;
    private final PacketHeader[] last;

    RandomFrames(Random random) {
        this(random, randomGroups(random));
    }

    RandomFrames(Random random, boolean... stateless) {
        this.random = random;
        this.stateless = stateless;
        last = new PacketHeader[stateless.length];
    }

    private static boolean[] randomGroups(Random random) {
        boolean[] groups = new boolean[1 + random.nextInt(12)];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = random.nextBoolean();
        }
        return groups;
    }

    boolean[] stateless() {
        return stateless;
    }

    List<Object> frames(int count, int maxPayload) {
        List<Object> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(random.nextInt(4) > 0 ? packet(maxPayload) : control());
        }
        return frames;
    }

    private Packet packet(int maxPayload) {
        int group = random.nextInt(stateless.length);
        byte[] payload = new byte[(int) Seed.number(random, maxPayload)];
        random.nextBytes(payload);
        last[group] = header(group, last[group]);
        return Packet.of(last[group], payload);
    }

    /** Usually the packet that follows the last one; sometimes with another sequence number, position, count or grid. */
    private PacketHeader header(int group, PacketHeader before) {
        boolean key = stateless[group] || random.nextInt(5) == 0;
        if (before == null || random.nextInt(10) == 0) {
            int count = 1 + (int) Seed.number(random, PacketHeader.MAX_UNITS - 1);
            return new PacketHeader(
                    group,
                    Seed.number(random, PacketHeader.MAX_NUMBER - 1),
                    random.nextLong(),
                    Seed.number(random, PacketHeader.MAX_NUMBER - count),
                    count,
                    key);
        }
        long step = random.nextInt(4) > 0 ? 1 : random.nextInt(600) - 300;
        long sequence = Math.max(0, Math.min(PacketHeader.MAX_NUMBER - 1, before.sequence() + step));
        int count = random.nextInt(6) > 0 ? before.unitCount() : 1 + random.nextInt(500);
        long first = before.firstUnit() + (sequence - before.sequence()) * before.unitCount();
        first += random.nextInt(6) > 0 ? 0 : random.nextInt(1000);
        first = Math.max(0, Math.min(PacketHeader.MAX_NUMBER - count, first));
        long origin = before.originNanos() + (random.nextInt(6) > 0 ? 0 : random.nextInt());
        return new PacketHeader(group, sequence, origin, first, count, key);
    }

    private Object control() {
        return switch (random.nextInt(9)) {
            case 0 -> new Control.KeepAlive();
            case 1 ->
                new Control.Acknowledgement(random.longs(random.nextInt(5), 0, PacketHeader.MAX_NUMBER)
                        .toArray());
            case 2 -> gap();
            case 3 -> new Control.Command(number(), "set-rate", bytes());
            case 4 ->
                random.nextBoolean()
                        ? new Control.CommandResult(number(), true, bytes())
                        : new Control.CommandResult(number(), false, "µV".getBytes(StandardCharsets.UTF_8));
            case 5 -> new Control.TimeRequest(random.nextLong());
            case 7 -> new Control.PathEnd(number());
            case 6 -> new Control.TimeAnswer(random.nextLong(), random.nextLong(), random.nextLong());
            default -> new Control.ErrorReport(random.nextInt(200), "µV".repeat(random.nextInt(20)));
        };
    }

    private Gap gap() {
        return new Gap(
                random.nextInt(stateless.length),
                number() / 2,
                1 + number() / 2,
                random.nextLong(),
                number() / 2,
                1 + number() / 2,
                Gap.Reason.ofNumber(random.nextInt(3)));
    }

    private long number() {
        return Seed.number(random, PacketHeader.MAX_NUMBER - 2);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }
}

package org.banip.measure.losses.process;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/** The signal: one channel, whose sample is its own number, from 0. */
public final class LossSignal {
    /** Samples a second. */
    public static final int HERTZ = 100;
    /** The highest number that a sample of 16 bits can have: more than five minutes. */
    static final int MOST = Short.MAX_VALUE;

    static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos() / HERTZ;

    private static final String GROUP = "numbers";
    private static final Channel CHANNEL = new Channel("n", "1", 16, Short.MIN_VALUE, MOST, Short.MIN_VALUE, MOST);

    /** The BAN. */
    static final BanDescription BAN = new BanDescription(
            "losses",
            List.of(new SensorGroup(
                    GROUP, Frequency.ofHz(HERTZ), ServiceClass.LIVE, Duration.ofSeconds(1), List.of(CHANNEL))));

    private LossSignal() {}

    /** The message of one sample, as a peer sends it. */
    static Packet packet(long number, long originNanos) {
        byte[] payload = {(byte) (number >> 8), (byte) number};
        return Packet.of(new PacketHeader(0, number, originNanos, number, 1, true), payload);
    }
}

package org.banip.measure.load.client;

import java.util.Collections;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;

/**
 * A BAN of which a packet has a given number of payload bytes, uncoded: a number of sensor sets of one group, one packet following the other at
 * the sampling frequency. Immutable.
 *
 * @param packets packets a second
 * @param units sensor sets in a packet
 * @param group the only group
 */
public record LoadBan(Frequency packets, int units, SensorGroup group) {
    private static final int MOST_UNITS = 255;
    /** A packetizer makes no longer packets. */
    private static final int MOST_BYTES = 128 * 1024;

    /**
     * The BAN for these packets.
     *
     * @throws IllegalArgumentException if there is none, or the payload is longer than allowed
     */
    public static LoadBan of(Frequency packets, int payloadBytes) {
        if (payloadBytes < 1 || payloadBytes > MOST_BYTES) {
            throw new IllegalArgumentException("payload of " + payloadBytes + " bytes, allowed are 1 to " + MOST_BYTES);
        }
        for (int channels = 1; channels <= SensorGroup.MAX_CHANNELS; channels++) {
            for (int sampleBytes = 2; sampleBytes >= 1; sampleBytes--) {
                int setBytes = channels * sampleBytes;
                if (payloadBytes % setBytes == 0 && payloadBytes / setBytes <= MOST_UNITS) {
                    return of(packets, payloadBytes / setBytes, channels, sampleBytes);
                }
            }
        }
        throw new IllegalArgumentException("no packet of at most " + MOST_UNITS + " sensor sets has exactly "
                + payloadBytes + " bytes; take a number with smaller factors");
    }

    private static LoadBan of(Frequency packets, int units, int channels, int sampleBytes) {
        int half = 1 << (8 * sampleBytes - 1);
        Channel channel = new Channel("load", "", 8 * sampleBytes, -half, half - 1, -1, 1);
        Frequency sampling = new Frequency(packets.numerator() * units, packets.denominator());
        return new LoadBan(packets, units, SensorGroup.live("load", sampling, Collections.nCopies(channels, channel)));
    }

    int payloadBytes() {
        return units * group.setBytes();
    }

    /** The chain that makes such packets. */
    String chain() {
        return "packetizer(units=" + units + ")";
    }

    BanDescription description(String id) {
        return new BanDescription(id, List.of(group));
    }
}

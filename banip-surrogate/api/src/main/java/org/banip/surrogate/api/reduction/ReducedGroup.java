package org.banip.surrogate.api.reduction;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;

/**
 * What a reduction leaves of one group.
 *
 * @param ofBan its index in the BAN
 * @param whole the group as it is
 * @param channels indices of the channels that are left
 * @param divisor how many units become one; 1: the rate stays
 * @param description what is left, as a group
 */
@SuppressWarnings("ArrayRecordComponent") // made once, and not changed
record ReducedGroup(int ofBan, SensorGroup whole, int[] channels, int divisor, SensorGroup description) {
    /** Channels of a reduced group for each one of the BAN: value, lowest, highest. */
    static final int OF_A_CHANNEL = 3;
    /** Most units in a bucket: bounds the memory of the filter. */
    static final int MOST_UNITS = 4096;

    private static final int MOST_CHANNELS = (SensorGroup.MAX_CHANNELS - 1) / OF_A_CHANNEL;
    private static final int BITS_OF_UNITS = 13;
    private static final int SUFFIX = 4;

    static ReducedGroup of(int ofBan, SensorGroup whole, int[] channels, long divisor) {
        if (divisor > MOST_UNITS) {
            throw ReducedBan.refused("the rate is too low for group " + whole.name() + " of " + whole.frequency()
                    + " Hz: it would put " + divisor + " units into one, at most " + MOST_UNITS + " are allowed");
        }
        if (divisor > 1 && channels.length > MOST_CHANNELS) {
            throw ReducedBan.refused(channels.length + " channels of group " + whole.name()
                    + " at a lower rate, at most " + MOST_CHANNELS + " are allowed");
        }
        List<Channel> left = new ArrayList<>();
        for (int channel : channels) {
            add(left, whole.channels().get(channel), divisor > 1);
        }
        Frequency frequency = whole.frequency();
        if (divisor > 1) {
            left.add(new Channel("units", "1", BITS_OF_UNITS, 0, (int) divisor, 0, divisor));
            frequency = divided(whole, divisor);
        }
        SensorGroup description =
                new SensorGroup(whole.name(), frequency, whole.serviceClass(), whole.latencyBound(), left);
        return new ReducedGroup(ofBan, whole, channels, (int) divisor, description);
    }

    private static Frequency divided(SensorGroup whole, long divisor) {
        Frequency frequency = whole.frequency();
        try {
            return new Frequency(frequency.numerator(), frequency.denominator() * divisor);
        } catch (BanipException e) {
            throw ReducedBan.refused(
                    "group " + whole.name() + " cannot be reduced by " + divisor + ": " + e.getMessage());
        }
    }

    private static void add(List<Channel> left, Channel channel, boolean lowest) {
        left.add(channel);
        if (lowest) {
            left.add(named(channel, " min"));
            left.add(named(channel, " max"));
        }
    }

    private static Channel named(Channel like, String suffix) {
        int most = Channel.MAX_LABEL - SUFFIX;
        String label = like.label();
        if (label.codePointCount(0, label.length()) > most) {
            label = label.substring(0, label.offsetByCodePoints(0, most));
        }
        return new Channel(
                label + suffix,
                like.unit(),
                like.bits(),
                like.digitalMin(),
                like.digitalMax(),
                like.physicalMin(),
                like.physicalMax());
    }
}

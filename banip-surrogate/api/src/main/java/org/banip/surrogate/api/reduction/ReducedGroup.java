package org.banip.surrogate.api.reduction;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
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

    static ReducedGroup of(int ofBan, SensorGroup whole, int[] channels, long divisor) {
        if (whole.events().isPresent()) { // events have no rate, and are few
            int[] all = IntStream.range(0, whole.channels().size()).toArray();
            return new ReducedGroup(ofBan, whole, all, 1, whole);
        }
        if (divisor > MOST_UNITS) {
            throw ReducedBan.refused("the rate is too low for group " + whole.name() + " of " + whole.frequency()
                    + " Hz: it would put " + divisor + " units into one, at most " + MOST_UNITS + " are allowed");
        }
        if (divisor > 1 && channels.length > MOST_CHANNELS) {
            throw ReducedBan.refused(channels.length + " channels of group " + whole.name()
                    + " at a lower rate, at most " + MOST_CHANNELS + " are allowed");
        }
        List<Channel> left = new ArrayList<>();
        Set<String> labels = new HashSet<>();
        for (int channel : channels) {
            labels.add(whole.channels().get(channel).label());
        }
        for (int channel : channels) {
            add(left, whole.channels().get(channel), divisor > 1, labels);
        }
        Frequency frequency = whole.frequency();
        if (divisor > 1) {
            left.add(new Channel(free("units", "", labels), "1", BITS_OF_UNITS, 0, (int) divisor, 0, divisor));
            frequency = divided(whole, divisor);
        }
        SensorGroup description =
                new SensorGroup(whole.name(), frequency, whole.serviceClass(), whole.latencyBound(), left);
        return new ReducedGroup(ofBan, whole, channels, (int) divisor, description);
    }

    /** Whether nothing of the group is left out. */
    boolean isWhole() {
        return description.equals(whole);
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

    private static void add(List<Channel> left, Channel channel, boolean lowest, Set<String> labels) {
        left.add(channel);
        if (lowest) {
            left.add(named(channel, free(channel.label(), " min", labels)));
            left.add(named(channel, free(channel.label(), " max", labels)));
        }
    }

    /** A label that no other channel of the group has; with a number at its end if it would not differ without. */
    private static String free(String label, String suffix, Set<String> labels) {
        String found = cut(label, suffix);
        for (int number = 2; !labels.add(found); number++) {
            found = cut(label, suffix + " " + number);
        }
        return found;
    }

    private static String cut(String label, String suffix) {
        int most = Math.min(Channel.MAX_LABEL - suffix.length(), label.codePointCount(0, label.length()));
        return label.substring(0, label.offsetByCodePoints(0, most)) + suffix;
    }

    private static Channel named(Channel like, String label) {
        return new Channel(
                label,
                like.unit(),
                like.bits(),
                like.digitalMin(),
                like.digitalMax(),
                like.physicalMin(),
                like.physicalMax());
    }
}

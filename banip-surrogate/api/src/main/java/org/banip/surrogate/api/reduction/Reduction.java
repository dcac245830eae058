package org.banip.surrogate.api.reduction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;

/**
 * What a subscriber wants of a BAN's data (docs/surrogates.md, "Reduced feeds").
 *
 * @param channels the channels that are wanted: a label, {@code GROUP/LABEL}, or {@code GROUP/#INDEX} counted from 0; at most 512; empty: all
 * @param rate most units a second; empty: as they are
 * @param numericsOnly whether only groups are wanted that are sampled at most once a second
 */
public record Reduction(List<String> channels, Optional<Frequency> rate, boolean numericsOnly) {
    /** Everything as it is. */
    public static final Reduction NONE = new Reduction(List.of(), Optional.empty(), false);

    /** What is set of it, for the audit log: {@code channels}, {@code rate}, {@code numerics}. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (!channels.isEmpty()) {
            fields.put("channels", String.join(", ", channels));
        }
        rate.ifPresent(frequency -> fields.put("rate", frequency.toString()));
        if (numericsOnly) {
            fields.put("numerics", "true");
        }
        return fields;
    }
    /** Most channels that can be named. */
    public static final int MOST_CHANNELS = SensorGroup.MAX_CHANNELS;

    private static final Frequency NUMERICS = Frequency.ofHz(1);

    /** Copies the list and checks its length. */
    public Reduction {
        channels = List.copyOf(channels);
        if (channels.size() > MOST_CHANNELS) {
            throw new IllegalArgumentException(
                    channels.size() + " channels are named, at most " + MOST_CHANNELS + " are allowed");
        }
    }

    /** Whether nothing is left out. */
    public boolean isNone() {
        return equals(NONE);
    }

    /** Whether a group is of the wanted kind. */
    boolean wants(SensorGroup group) {
        return !numericsOnly || isAtMost(group.frequency(), NUMERICS);
    }

    /** Whether this wish names that channel. */
    static boolean names(String wish, SensorGroup group, int index) {
        Channel channel = group.channels().get(index);
        return wish.equals(channel.label())
                || wish.equals(group.name() + "/" + channel.label())
                || wish.equals(group.name() + "/#" + index);
    }

    /** How many units of this group become one: the smallest number whose rate is not above the wanted one. */
    long divisor(Frequency of) {
        return rate.map(most -> {
                    long above = of.numerator() * most.denominator();
                    long below = of.denominator() * most.numerator();
                    return (above + below - 1) / below;
                })
                .orElse(1L);
    }

    private static boolean isAtMost(Frequency one, Frequency other) {
        return one.numerator() * other.denominator() <= other.numerator() * one.denominator();
    }
}

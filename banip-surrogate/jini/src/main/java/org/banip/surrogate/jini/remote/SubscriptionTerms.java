package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.reduction.Reduction;

/**
 * What a subscriber in another JVM asks for.
 *
 * @param stored whether it begins with what is stored; otherwise with what comes from now on
 * @param nextSequences if stored, the sequence number of the first packet or gap that is wanted, per group in the order of the BAN description;
 *     empty: all from the beginning
 * @param queueBytes sensor sets that may wait for it in the host's memory; the host may allow less
 * @param channels of a {@link Reduction}
 * @param rate of a {@link Reduction}, in Hz; empty: as it is
 * @param numericsOnly of a {@link Reduction}
 */
@SuppressWarnings("ArrayRecordComponent") // as it stands on the wire; nobody compares or changes it
public record SubscriptionTerms(
        boolean stored, long[] nextSequences, long queueBytes, String[] channels, String rate, boolean numericsOnly)
        implements Serializable {
    private static final int LONGEST_RATE = 32;
    private static final int LONGEST_NAME = 128;

    /** Checks every field. */
    public SubscriptionTerms {
        Checks.length("start point", nextSequences.length, stored ? BanDescription.MAX_GROUPS : 0);
        for (long next : nextSequences) {
            Checks.range("sequence number", next, 0, Long.MAX_VALUE);
        }
        Checks.range("queue bytes", queueBytes, 1, Long.MAX_VALUE);
        Checks.length("channels", channels.length, Reduction.MOST_CHANNELS);
        for (String channel : channels) {
            Checks.length("name of a channel", channel.length(), LONGEST_NAME);
        }
        Checks.length("rate", rate.length(), LONGEST_RATE);
    }

    /** Terms from a start point on, without a reduction. */
    public static SubscriptionTerms of(StartPoint from, long queueBytes) {
        return of(from, queueBytes, Reduction.NONE);
    }

    /** Terms from a start point on. */
    public static SubscriptionTerms of(StartPoint from, long queueBytes, Reduction reduction) {
        long[] next = from instanceof StartPoint.Stored at
                ? at.nextSequences().stream().mapToLong(Long::longValue).toArray()
                : new long[0];
        return new SubscriptionTerms(
                from instanceof StartPoint.Stored,
                next,
                queueBytes,
                reduction.channels().toArray(String[]::new),
                reduction.rate().map(Frequency::toString).orElse(""),
                reduction.numericsOnly());
    }

    /** From where on. */
    public StartPoint from() {
        if (!stored) {
            return StartPoint.now();
        }
        List<Long> numbers = Arrays.stream(nextSequences).boxed().toList();
        return StartPoint.at(numbers);
    }

    /**
     * What is wanted.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} if the rate is no frequency
     */
    public Reduction reduction() {
        Optional<Frequency> wanted = rate.isEmpty() ? Optional.empty() : Optional.of(Frequency.parse(rate));
        return new Reduction(List.of(channels), wanted, numericsOnly);
    }
}

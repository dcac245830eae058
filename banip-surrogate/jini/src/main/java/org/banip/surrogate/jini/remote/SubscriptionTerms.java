package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.surrogate.api.StartPoint;

/**
 * What a subscriber in another JVM asks for.
 *
 * @param stored whether it begins with what is stored; otherwise with what comes from now on
 * @param nextSequences if stored, the sequence number of the first packet or gap that is wanted, per group in the order of the BAN description;
 *     empty: all from the beginning
 * @param queueBytes sensor sets that may wait for it in the host's memory; the host may allow less
 */
@SuppressWarnings("ArrayRecordComponent") // as it stands on the wire; nobody compares or changes it
public record SubscriptionTerms(boolean stored, long[] nextSequences, long queueBytes) implements Serializable {
    /** Checks every field. */
    public SubscriptionTerms {
        Checks.length("start point", nextSequences.length, stored ? BanDescription.MAX_GROUPS : 0);
        for (long next : nextSequences) {
            Checks.range("sequence number", next, 0, Long.MAX_VALUE);
        }
        Checks.range("queue bytes", queueBytes, 1, Long.MAX_VALUE);
    }

    /** Terms from a start point on. */
    public static SubscriptionTerms of(StartPoint from, long queueBytes) {
        return from instanceof StartPoint.Stored at
                ? new SubscriptionTerms(
                        true,
                        at.nextSequences().stream().mapToLong(Long::longValue).toArray(),
                        queueBytes)
                : new SubscriptionTerms(false, new long[0], queueBytes);
    }

    /** From where on. */
    public StartPoint from() {
        if (!stored) {
            return StartPoint.now();
        }
        List<Long> numbers = Arrays.stream(nextSequences).boxed().toList();
        return StartPoint.at(numbers);
    }
}

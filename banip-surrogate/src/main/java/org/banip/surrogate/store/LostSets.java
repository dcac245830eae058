package org.banip.surrogate.store;

import java.time.Instant;
import java.util.OptionalLong;
import org.banip.core.text.Counted;

/**
 * Sensor sets of a group that cannot be decoded: those of a damaged or missing item, and of the items behind it up to the next key packet.
 *
 * @param first number of the damaged item
 * @param next number of the next key packet; or behind the last item, if there is no key packet
 * @param key whether there is a key packet
 * @param behind intact packets among them
 * @param sets sensor sets, as far as the headers of the items around them tell
 * @param all whether the headers tell all of them
 * @param fromNanos their first instant, nanoseconds since the epoch; empty if no header tells
 * @param toNanos the first instant behind them; empty if no header tells
 */
public record LostSets(
        long first,
        long next,
        boolean key,
        long behind,
        long sets,
        boolean all,
        OptionalLong fromNanos,
        OptionalLong toNanos) {
    /** Which items they are. */
    public String numbers() {
        return next == first + 1 ? "number " + first : "numbers " + first + " to " + (next - 1);
    }

    /** How many sensor sets, from when to when, and where decoding goes on. */
    public String text() {
        StringBuilder text = new StringBuilder(all ? "" : "at least ").append(Counted.of(sets, "sensor set"));
        fromNanos.ifPresent(nanos -> text.append(" from ").append(Instant.ofEpochSecond(0, nanos)));
        toNanos.ifPresent(nanos -> text.append(" to ").append(Instant.ofEpochSecond(0, nanos)));
        text.append(" cannot be decoded; ");
        return text.append(key ? "the next key packet is number " + next : "no key packet follows")
                .toString();
    }
}

package org.banip.mbu.spi;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Takes the events of a group that has no sampling grid, for example alerts or presses of a button. Any thread; calls wait for each other.
 *
 * <p>Does not block, unless the group's full policy is to wait. Events are delivered in the order in which they are offered. Their instants may have
 * any order, and several events may have the same one. An event is sent at once; events that are offered together share a packet.
 */
public interface EventInput {
    /** Maximum number of events in one offer. */
    int MAX_EVENTS = 255;

    /**
     * An event.
     *
     * @param instantNanos when it happened, nanoseconds since the epoch
     * @param text its text, at most as many bytes of UTF-8 as the group allows, without U+0000; empty if it has none
     * @param samples digital values, one for each channel in the order of the description
     */
    record Event(long instantNanos, String text, List<Integer> samples) {
        /** Copies the list. */
        public Event {
            samples = Collections.unmodifiableList(new ArrayList<>(samples));
        }
    }

    /** The group whose events it takes. */
    SensorGroup group();

    /**
     * Offers 1 to {@link #MAX_EVENTS} events.
     *
     * @throws BanipException {@code INVALID_SAMPLE} if their number, a text, a sample or an instant is not allowed; nothing of the
     *     offer is taken then
     */
    OfferOutcome offerAll(List<Event> events);

    /**
     * Offers one event; {@link #offerAll} with an {@link Instant}, and digital values of all channels.
     *
     * @throws BanipException {@code INVALID_SAMPLE} also if the instant is before 1678 or after 2261
     */
    default OfferOutcome offer(Instant instant, String text, int... samples) {
        List<Integer> values = new ArrayList<>();
        for (int sample : samples) {
            values.add(sample);
        }
        long nanos;
        try {
            nanos = ChronoUnit.NANOS.between(Instant.EPOCH, instant);
        } catch (ArithmeticException e) {
            throw new BanipException(
                    ErrorCode.INVALID_SAMPLE,
                    "group " + group().name() + ": the instant " + instant + " is beyond 64-bit nanoseconds, which are"
                            + " the years 1678 to 2261",
                    e);
        }
        return offerAll(Collections.singletonList(new Event(nanos, text, values)));
    }
}

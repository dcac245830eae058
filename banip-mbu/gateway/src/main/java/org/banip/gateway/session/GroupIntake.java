package org.banip.gateway.session;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.gateway.sample.SampleReader;
import org.banip.gateway.sample.Samples;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;

/** Takes the messages of one group, one after the other. Any thread; guarded by itself. */
final class GroupIntake {
    /** How far the arrival of a message may be from when it was due. */
    private static final long LEAST_TOLERANCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final SensorGroup group;
    private final SensorInput input;
    private final SampleReader reader;
    private final LongFunction<Taking> taken;
    private final LongSupplier nanoTime;
    private final RecentMessages recent = new RecentMessages();
    private final RefusedMessages refused = new RefusedMessages();

    /** When the next sensor set is due, if there was one before. */
    private OptionalLong nextNanos = OptionalLong.empty();
    /** Sensor sets that the MBU has taken. */
    private long position;

    /**
     * An intake.
     *
     * @param taken the result for a message, from the number of sensor sets of the group up to its last one
     * @param nanoTime a clock that is never set
     */
    GroupIntake(SensorInput input, boolean physical, LongFunction<Taking> taken, LongSupplier nanoTime) {
        this.input = input;
        this.taken = taken;
        this.nanoTime = nanoTime;
        group = input.group();
        reader = new SampleReader(group, physical);
    }

    /** Takes a message, all of it or nothing. */
    synchronized Taking take(DeviceMessage message) {
        try {
            Samples samples = message.samples(reader);
            OptionalLong before = recent.find(samples, message.delivery());
            if (before.isPresent()) {
                return taken.apply(before.getAsLong());
            }
            return result(offerInTurn(samples, message.delivery()), samples, message.delivery());
        } catch (BanipException e) {
            boolean form = e.code() == ErrorCode.MALFORMED_REQUEST || e.code() == ErrorCode.TOO_LONG;
            return new Taking.Refused(
                    form ? Taking.Reason.MALFORMED : Taking.Reason.INVALID, String.valueOf(e.getMessage()));
        }
    }

    private Taking result(OfferOutcome outcome, Samples samples, Delivery delivery) {
        return switch (outcome) {
            case ACCEPTED -> {
                position += units(samples);
                recent.add(samples, delivery, position);
                yield taken.apply(position);
            }
            case NO_ROOM, REJECTED, DROPPED -> new Taking.NoRoom();
            case OUT_OF_ORDER ->
                new Taking.Refused(
                        Taking.Reason.CONFLICT,
                        "the samples are not later than the last ones of group " + group.name()
                                + ", and not a repetition of a recent message");
            case CLOSED, RETIRED -> new Taking.Refused(Taking.Reason.ENDED, "the gateway does not send this BAN now");
        };
    }

    /** Offers it, unless an earlier one was refused and may come again. Without a time it is later the next time, so nobody waits for it. */
    private OfferOutcome offerInTurn(Samples samples, Delivery delivery) {
        long now = nanoTime.getAsLong();
        OptionalLong instant = samples.instantNanos();
        if (refused.goesBefore(instant.orElse(delivery.arrivedNanos()), now)) {
            instant.ifPresent(refused::waits);
            return OfferOutcome.NO_ROOM;
        }
        instant.ifPresent(refused::offered);
        OfferOutcome outcome = offer(samples, delivery);
        if (outcome == OfferOutcome.NO_ROOM) {
            instant.ifPresent(nanos -> refused.noRoom(nanos, now));
        }
        return outcome;
    }

    private OfferOutcome offer(Samples samples, Delivery delivery) {
        Frequency frequency = group.frequency();
        int units = units(samples);
        long first = samples.instantNanos().orElseGet(() -> delivery.arrivedNanos() - frequency.nanosOfUnit(units - 1));
        boolean follows = samples.instantNanos().isEmpty() && isDue(first, units);
        OfferOutcome outcome = follows ? input.offerNext(samples.values()) : input.offerAt(first, samples.values());
        if (outcome == OfferOutcome.ACCEPTED) {
            nextNanos = OptionalLong.of((follows ? nextNanos.getAsLong() : first) + frequency.nanosOfUnit(units));
        }
        return outcome;
    }

    /** Whether a message without a time, whose first sensor set this would be by its arrival, follows the one before. */
    private boolean isDue(long first, int units) {
        long twoMessages = group.frequency().nanosOfUnit(2L * units);
        long twoPeriods = group.frequency().nanosOfUnit(2);
        long tolerance = Math.max(LEAST_TOLERANCE_NANOS, Math.max(twoMessages, twoPeriods));
        return nextNanos.isPresent() && Math.abs(first - nextNanos.getAsLong()) <= tolerance;
    }

    private int units(Samples samples) {
        return samples.values().length / group.channels().size();
    }
}

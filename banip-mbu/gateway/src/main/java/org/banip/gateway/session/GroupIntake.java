package org.banip.gateway.session;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.gateway.sample.SampleReader;
import org.banip.gateway.sample.Samples;
import org.banip.gateway.sample.WrongValueException;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;

/** Takes the messages of one group, one after the other. Any thread; guarded by itself. */
final class GroupIntake {
    /** How far the arrival of a message may be from when it was due. */
    private static final long LEAST_TOLERANCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final SensorGroup group;
    private final SensorInput input;
    private final SampleReader reader;
    private final LongFunction<CompletableFuture<Void>> safe;
    private final PacketRelease release;
    private final LongSupplier nanoTime;
    private final RecentMessages recent = new RecentMessages();
    private final RefusedMessages refused = new RefusedMessages();

    /** When the next sensor set is due, if there was one before. */
    private OptionalLong nextNanos = OptionalLong.empty();
    /** When the first sensor set of the last message was sampled. */
    private long sampledNanos;
    /** Sensor sets that the MBU has taken. */
    private long position;

    /**
     * An intake.
     *
     * @param safe completes when a device may be told that it was taken, from the number of sensor sets of the group up to its last one
     * @param release sends what was taken
     * @param nanoTime a clock that is never set
     */
    GroupIntake(
            SensorInput input,
            boolean physical,
            LongFunction<CompletableFuture<Void>> safe,
            PacketRelease release,
            LongSupplier nanoTime) {
        this.input = input;
        this.safe = safe;
        this.release = release;
        this.nanoTime = nanoTime;
        group = input.group();
        reader = new SampleReader(group, physical);
    }

    /** Takes a message, all of it or nothing. */
    synchronized Taking take(DeviceMessage message) {
        try {
            Samples samples = message.samples(reader);
            Optional<RecentMessages.Message> before = recent.find(samples, message.delivery());
            if (before.isPresent()) {
                return taken(before.get(), samples, message.delivery());
            }
            return result(offerInTurn(samples, message.delivery()), samples, message.delivery());
        } catch (BanipException e) {
            boolean form = e.code() == ErrorCode.MALFORMED_REQUEST || e.code() == ErrorCode.TOO_LONG;
            String told = String.valueOf(e.getMessage());
            return new Taking.Refused(
                    form ? Taking.Reason.MALFORMED : Taking.Reason.INVALID,
                    told,
                    e instanceof WrongValueException wrong ? wrong.logged() : told);
        }
    }

    private Taking taken(RecentMessages.Message message, Samples samples, Delivery delivery) {
        boolean isKnownAgain =
                samples.instantNanos().isPresent() || delivery.token().isPresent();
        return new Taking.Taken(
                safe.apply(message.position()),
                isKnownAgain ? OptionalLong.empty() : OptionalLong.of(message.sampledNanos()));
    }

    private Taking result(OfferOutcome outcome, Samples samples, Delivery delivery) {
        return switch (outcome) {
            case ACCEPTED -> {
                position += units(samples);
                release.taken();
                yield taken(recent.add(samples, delivery, position, sampledNanos), samples, delivery);
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
        if (samples.instantNanos().isPresent()) {
            return offerAt(samples.instantNanos().getAsLong(), samples);
        }
        int units = units(samples);
        long first = delivery.arrivedNanos() - group.frequency().nanosOfUnit(units - 1);
        if (isDue(first, units)) {
            return placed(input.offerNext(samples.values()), nextNanos.getAsLong(), units);
        }
        if (!isSlowAndSingle(units)) {
            return offerAt(first, samples);
        }
        input.beginGrid(); // the grid of a slow group would put it far from its arrival, or refuse it
        return offerAt(behindTheLast(first), samples);
    }

    private OfferOutcome offerAt(long first, Samples samples) {
        return placed(input.offerAt(first, samples.values()), first, units(samples));
    }

    private OfferOutcome placed(OfferOutcome outcome, long first, int units) {
        if (outcome == OfferOutcome.ACCEPTED) {
            sampledNanos = first;
            nextNanos = OptionalLong.of(first + group.frequency().nanosOfUnit(units));
        }
        return outcome;
    }

    /** Whether a message without a time, whose first sensor set this would be by its arrival, follows the one before. */
    private boolean isDue(long first, int units) {
        long tolerance = LEAST_TOLERANCE_NANOS;
        if (!isSlowAndSingle(units)) {
            long twoMessages = group.frequency().nanosOfUnit(2L * units);
            long twoPeriods = group.frequency().nanosOfUnit(2);
            tolerance = Math.max(tolerance, Math.max(twoMessages, twoPeriods));
        }
        return nextNanos.isPresent() && Math.abs(first - nextNanos.getAsLong()) <= tolerance;
    }

    /** Whether its period is longer than messages are late or early on their way, and the message is one measurement, like that of a scale. */
    private boolean isSlowAndSingle(int units) {
        return units == 1 && group.frequency().nanosOfUnit(1) > LEAST_TOLERANCE_NANOS;
    }

    /** The instant, or directly behind the last sensor set if that was put a little later than it arrived. */
    private long behindTheLast(long instant) {
        if (nextNanos.isEmpty()) {
            return instant;
        }
        long last = nextNanos.getAsLong() - group.frequency().nanosOfUnit(1);
        return instant <= last && last - instant <= LEAST_TOLERANCE_NANOS ? last + BEHIND_NANOS : instant;
    }

    private int units(Samples samples) {
        return samples.values().length / group.channels().size();
    }
}

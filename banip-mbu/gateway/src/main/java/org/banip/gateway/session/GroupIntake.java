package org.banip.gateway.session;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
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
    private final SensorGroup group;
    private final SensorInput input;
    private final SampleReader reader;
    private final LongFunction<CompletableFuture<Void>> safe;
    private final PacketRelease release;
    private final LongSupplier nanoTime;
    private final RecentMessages recent = new RecentMessages();
    private final RefusedMessages refused = new RefusedMessages();

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

    /** Sensor sets that the MBU has taken. */
    synchronized long units() {
        return position;
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
                yield taken(recent.add(samples, delivery, position, sampledNanos(samples)), samples, delivery);
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
        return samples.instantNanos().isPresent()
                ? input.offerAt(samples.instantNanos().getAsLong(), samples.values())
                : input.offerArrivedAt(delivery.arrivedNanos(), samples.values());
    }

    /** When the first sensor set of the message that was just taken was sampled: by its device, or by the MBU. */
    private long sampledNanos(Samples samples) {
        return samples.instantNanos().orElseGet(() -> input.lastOfferNanos().orElseThrow());
    }

    private int units(Samples samples) {
        return samples.values().length / group.channels().size();
    }
}

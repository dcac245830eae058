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
import org.banip.gateway.session.BanIntake.GridSets;
import org.banip.gateway.spool.Mark;
import org.banip.gateway.spool.MessageKey;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spi.SensorInput.GridUnit;

/** Takes the messages of one group, one after the other. Any thread; guarded by itself. */
final class GroupIntake {
    /** No HTTP header and no identifier of MQTT begins with it. */
    private static final String DEVICE = "\0banip:";

    private final SensorGroup group;
    private final SensorInput input;
    private final SampleReader reader;
    private final LongFunction<CompletableFuture<Void>> safe;
    private final PacketRelease release;
    private final LongSupplier nanoTime;
    private final RecentMessages recent;
    private final RefusedMessages refused = new RefusedMessages();
    private final LastSample last;

    /** Whether a sampling grid has begun that has no sensor set yet, because there was no room. */
    private boolean newGrid;

    /** Sensor sets that the MBU has taken, also those of an earlier process that it still has. */
    private long position;

    private boolean ended;

    /**
     * An intake.
     *
     * @param safe completes when a device may be told that it was taken, from the number of sensor sets of the group up to its last one
     * @param release sends what was taken
     * @param recent messages that are known
     * @param position sensor sets of an earlier process that the MBU still has
     * @param nanoTime a clock that is never set
     */
    GroupIntake(
            SensorInput input,
            boolean physical,
            LongFunction<CompletableFuture<Void>> safe,
            PacketRelease release,
            RecentMessages recent,
            long position,
            LongSupplier nanoTime) {
        this.input = input;
        this.recent = recent;
        this.position = position;
        this.safe = safe;
        this.release = release;
        this.nanoTime = nanoTime;
        group = input.group();
        reader = new SampleReader(group, physical);
        last = new LastSample(input);
    }

    /** Takes a message, all of it or nothing. */
    synchronized Taking take(DeviceMessage message) {
        if (ended) {
            return hasEnded();
        }
        try {
            Samples samples = message.samples(reader);
            Optional<RecentMessages.Message> before = recent.find(samples, message.delivery());
            if (before.isEmpty()) {
                return offered(samples, message.delivery());
            }
            Mark known = before.get().mark();
            return known.units() < units(samples)
                    ? restOffered(known, samples, message.delivery())
                    : taken(before.get(), samples, message.delivery());
        } catch (BanipException e) {
            boolean form = e.code() == ErrorCode.MALFORMED_REQUEST || e.code() == ErrorCode.TOO_LONG;
            String told = String.valueOf(e.getMessage());
            return new Taking.Refused(
                    form ? Taking.Reason.MALFORMED : Taking.Reason.INVALID,
                    told,
                    e instanceof WrongValueException wrong ? wrong.logged() : told);
        }
    }

    /** Takes nothing more. A message that found no room is new to the next process. */
    synchronized void end() {
        ended = true;
        recent.withdraws();
    }

    private static Taking hasEnded() {
        return new Taking.Refused(Taking.Reason.ENDED, "the gateway does not send this BAN now");
    }

    /** Sensor sets that the MBU has taken, also those of an earlier process that it still had. */
    synchronized long units() {
        return position;
    }

    /**
     * Takes sensor sets of a BANip device, all of them or nothing.
     *
     * @param spooled completes when the directory has everything up to this number of sensor sets of the group
     */
    synchronized Taking take(GridSets sets, long nowNanos, LongFunction<CompletableFuture<Void>> spooled) {
        if (ended) {
            return hasEnded();
        }
        try {
            GridUnit first = sets.first();
            int channels = group.channels().size();
            Samples samples =
                    Samples.at(group.frequency().instantNanos(first.originNanos(), first.unit()), sets.values());
            MessageKey key = MessageKey.named(DEVICE + sets.name());
            int units = units(samples);
            Optional<RecentMessages.Message> before = recent.find(key, samples);
            int had = before.map(message -> message.mark().units()).orElse(0);
            if (before.isPresent() && had >= units) {
                return new Taking.Taken(spooled.apply(before.get().position()));
            }
            Mark mark = recent.mark(key, samples, units, first, nowNanos);
            recent.offers(mark);
            int[] values =
                    had == 0 ? sets.values() : samples.from(had * channels, 0).values();
            OfferOutcome outcome = input.offerOnGrid(first.plus(had), values);
            if (outcome == OfferOutcome.ACCEPTED) {
                position += units - had;
                last.took(samples, units, units - had);
                newGrid = false;
                release.taken();
                return new Taking.Taken(
                        spooled.apply(recent.took(mark, position).position()));
            }
            if (outcome == OfferOutcome.NO_ROOM) {
                return new Taking.NoRoom(); // it stays marked, because it is offered again
            }
            recent.withdraws();
            return hasEnded();
        } catch (BanipException e) {
            recent.withdraws();
            return new Taking.Refused(Taking.Reason.INVALID, String.valueOf(e.getMessage()));
        }
    }

    private Taking taken(RecentMessages.Message message, Samples samples, Delivery delivery) {
        boolean isKnownAgain =
                samples.instantNanos().isPresent() || delivery.token().isPresent();
        return new Taking.Taken(
                safe.apply(message.position()),
                isKnownAgain
                        ? OptionalLong.empty()
                        : OptionalLong.of(message.mark().sampledNanos()));
    }

    /** Offers a message: its mark comes first, so that no spool has samples of a message that an earlier process did not mark. */
    private Taking offered(Samples samples, Delivery delivery) {
        long now = nanoTime.getAsLong();
        if (waitsItsTurn(samples, delivery, now)) {
            return new Taking.NoRoom();
        }
        int units = units(samples);
        long sampled = samples.instantNanos().isPresent()
                ? last.sampledNanos(samples, units)
                : input.arrivalNanos(delivery.arrivedNanos(), units);
        Mark mark = recent.offers(samples, delivery, units, sampled);
        return result(offer(samples, delivery), mark, units, samples, delivery, now);
    }

    /** A message of which the spool of an earlier process has only the first sensor sets. */
    private Taking restOffered(Mark known, Samples samples, Delivery delivery) {
        OptionalLong due = input.resumedAtNanos();
        if (due.isEmpty()) {
            return tooOld(samples);
        }
        long now = nanoTime.getAsLong();
        if (waitsItsTurn(samples, delivery, now)) {
            return new Taking.NoRoom();
        }
        Mark whole = known.units(units(samples));
        recent.offers(whole);
        Samples rest = samples.from(known.units() * group.channels().size(), due.getAsLong());
        return result(offer(rest, delivery), whole, units(rest), samples, delivery, now);
    }

    private Taking result(
            OfferOutcome outcome, Mark mark, int units, Samples samples, Delivery delivery, long nowNanos) {
        switch (outcome) {
            case ACCEPTED -> {
                position += units;
                last.took(samples, units(samples), units);
                newGrid = false;
                release.taken();
                return taken(recent.took(mark, position), samples, delivery);
            }
            case NO_ROOM, REJECTED, DROPPED -> {
                samples.instantNanos().ifPresent(nanos -> refused.noRoom(nanos, nowNanos));
                return new Taking.NoRoom(); // it stays marked, because it is offered again
            }
            default -> {
                recent.withdraws();
                return outcome == OfferOutcome.OUT_OF_ORDER ? tooOld(samples) : hasEnded();
            }
        }
    }

    private Taking tooOld(Samples samples) {
        return new Taking.Refused(Taking.Reason.CONFLICT, last.whyNot(samples));
    }

    /** Whether an earlier message was refused and may come again. Without a time it is later the next time, so nobody waits for it. */
    private boolean waitsItsTurn(Samples samples, Delivery delivery, long nowNanos) {
        OptionalLong instant = samples.instantNanos();
        if (refused.goesBefore(instant.orElse(delivery.arrivedNanos()), nowNanos)) {
            instant.ifPresent(refused::waits);
            return true;
        }
        instant.ifPresent(refused::offered);
        return false;
    }

    private OfferOutcome offer(Samples samples, Delivery delivery) {
        if (newGrid && last.isNotLater(samples)) {
            return OfferOutcome.OUT_OF_ORDER; // the MBU compares nothing with what was before a grid
        }
        if (last.beginsGrid(samples, units(samples))) {
            input.beginGrid();
            newGrid = true;
        }
        return samples.instantNanos().isPresent()
                ? input.offerAt(samples.instantNanos().getAsLong(), samples.values())
                : input.offerArrivedAt(delivery.arrivedNanos(), samples.values());
    }

    private int units(Samples samples) {
        return samples.values().length / group.channels().size();
    }
}

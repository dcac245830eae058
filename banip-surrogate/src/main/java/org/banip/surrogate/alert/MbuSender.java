package org.banip.surrogate.alert;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.CommandSender;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateState;
import org.jspecify.annotations.Nullable;

/** Tells wearers, by a command to the MBU of the BAN (docs/graded-alerts.md, "The wearer"). */
final class MbuSender implements Sender {
    static final String COMMAND = "banip.alert";

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int MOST_REFUSALS = 5;
    private static final int MOST_REFUSED = 10_000;
    private static final String REFUSED = "the MBU answers that it cannot tell the wearer";
    /** So an MBU's answer begins if it has no room now (docs/protocol.md, section 5.3). */
    private static final String BUSY = "too many ";

    private final Supplier<List<SurrogateHandle>> surrogates;
    /** By contact and step, how often it was refused. Guarded by itself. */
    private final Map<String, Integer> refusals = new LinkedHashMap<>();

    private volatile Map<String, SurrogateHandle> newest = Map.of();

    /** Of these surrogates. */
    MbuSender(Supplier<List<SurrogateHandle>> surrogates) {
        this.surrogates = surrogates;
    }

    /** The MBUs that can be told now, by BAN; of several sessions the newest. {@link #send} asks these. */
    Map<String, SurrogateHandle> here() {
        Map<String, SurrogateHandle> found = new HashMap<>();
        for (SurrogateHandle one : surrogates.get()) {
            if (one.state() == SurrogateState.ACTIVE) {
                found.merge(one.description().ban().id(), one, MbuSender::newer);
            }
        }
        newest = found;
        return found;
    }

    private static SurrogateHandle newer(SurrogateHandle one, SurrogateHandle other) {
        return one.description().activatedNanos() > other.description().activatedNanos() ? one : other;
    }

    @Override
    public void send(Contact contact, Delivery delivery, Consumer<Outcome> then) {
        SurrogateHandle mbu = newest.get(delivery.to().ban());
        if (mbu == null) {
            then.accept(new Outcome(Outcome.Result.AWAY, "no-interconnect"));
            return;
        }
        try {
            var unused = mbu.sendCommand(
                            COMMAND, delivery.body().getBytes(StandardCharsets.UTF_8), CommandSender.ALERTS)
                    .orTimeout(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((answer, failure) -> then.accept(outcome(delivery, answer, failure)));
        } catch (BanipException e) {
            then.accept(new Outcome(Outcome.Result.GIVEN_UP, e.code().token()));
        }
    }

    private Outcome outcome(Delivery delivery, @Nullable CommandOutcome answer, @Nullable Throwable failure) {
        if (answer == null) {
            Throwable root =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            return failure(
                    root instanceof BanipException known
                            ? known.code()
                            : root instanceof TimeoutException ? ErrorCode.SILENT : ErrorCode.INTERNAL);
        }
        if (answer.succeeded()) {
            forget(delivery);
            return Outcome.TAKEN;
        }
        // The app's text may be about a patient.
        if (answer.text().startsWith(BUSY)) {
            return new Outcome(Outcome.Result.RECEIVER_FAILS, "busy", "too many commands or alerts wait in the MBU");
        }
        if (refusedAgain(delivery) < MOST_REFUSALS) {
            return new Outcome(Outcome.Result.REFUSED, "refused", REFUSED);
        }
        forget(delivery);
        return new Outcome(Outcome.Result.GIVEN_UP, "refused", REFUSED);
    }

    private static Outcome failure(ErrorCode code) {
        return switch (code) {
            case UNKNOWN_INTERCONNECT -> new Outcome(Outcome.Result.AWAY, "no-interconnect");
            case SILENT -> new Outcome(Outcome.Result.RECEIVER_FAILS, "no-answer");
            default -> new Outcome(Outcome.Result.RECEIVER_FAILS, code.token());
        };
    }

    /** How often the step was refused now. Of what another host has delivered meanwhile the oldest are forgotten. */
    private int refusedAgain(Delivery delivery) {
        synchronized (refusals) {
            int count = refusals.getOrDefault(key(delivery), 0) + 1;
            refusals.put(key(delivery), count);
            if (refusals.size() > MOST_REFUSED) {
                refusals.remove(refusals.keySet().iterator().next());
            }
            return count;
        }
    }

    private void forget(Delivery delivery) {
        synchronized (refusals) {
            refusals.remove(key(delivery));
        }
    }

    private static String key(Delivery delivery) {
        return delivery.key();
    }

    @Override
    public Duration longest() {
        return LONGEST;
    }

    @Override
    public void close() {}
}

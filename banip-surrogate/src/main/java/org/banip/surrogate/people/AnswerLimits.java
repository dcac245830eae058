package org.banip.surrogate.people;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.banip.server.address.ClientNetwork;
import org.banip.server.password.GuessLimits;
import org.banip.server.quota.Quota;

/**
 * Limits how many answers of an identity provider a network may show that prove nobody: anybody can make one up, and the provider is asked about each.
 * As with passwords, after a hundred of them one is taken in ten seconds, for five minutes, so that a right one is not locked out by others behind the
 * same address. Any thread.
 */
final class AnswerLimits {
    private static final int REMEMBERED = 10_000;
    /** What a window took counts for one more: five minutes in all. */
    private static final Duration WINDOW = Duration.ofSeconds(150);

    /** A quota of one lasts for two windows: ten seconds. */
    private static final Duration SLOT = Duration.ofSeconds(5);

    private final Quota<ClientNetwork> wrong;
    private final Quota<ClientNetwork> slots;

    AnswerLimits(LongSupplier nanoClock) {
        wrong = new Quota<>(GuessLimits.OF_NETWORK, WINDOW, REMEMBERED, nanoClock);
        slots = new Quota<>(1, SLOT, REMEMBERED, nanoClock);
    }

    /** Whether an answer is one too many, so that nobody is asked about it. */
    boolean refuse(ClientNetwork from) {
        return wrong.remaining(from) == 0 && !slots.tryTake(from, 1);
    }

    /** Counts an answer that proved nobody. */
    void wrong(ClientNetwork from) {
        wrong.take(from, 1);
    }
}

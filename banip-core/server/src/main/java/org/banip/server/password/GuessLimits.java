package org.banip.server.password;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.banip.server.address.ClientNetwork;
import org.banip.server.quota.Quota;

/**
 * Limits how many passwords a network may guess. After ten wrong passwords for a name from a network, no more are compared for that name from there
 * for five minutes. After a hundred wrong passwords from a network, for whatever names, it has one for each other name. A password that matched
 * before is not limited, and neither are other networks, so nobody can lock a user out from elsewhere. Unknown names have the same limits, so that
 * answers do not tell which names exist; they are counted separately, so that many of them displace no known name. Any thread.
 */
public final class GuessLimits {
    /** Wrong passwords of one name from one network. */
    public static final int OF_NAME = 10;

    /** Wrong passwords from one network. */
    public static final int OF_NETWORK = 100;

    private static final int REMEMBERED = 10_000;
    /** What a window took counts for one more: five minutes in all. */
    private static final Duration WINDOW = Duration.ofSeconds(150);

    private final Quota<Guessed> known;
    private final Quota<Guessed> unknown;
    private final Quota<ClientNetwork> networks;

    /** No guess yet. */
    public GuessLimits(LongSupplier nanoClock) {
        known = new Quota<>(OF_NAME, WINDOW, REMEMBERED, nanoClock);
        unknown = new Quota<>(OF_NAME, WINDOW, REMEMBERED, nanoClock);
        networks = new Quota<>(OF_NETWORK, WINDOW, REMEMBERED, nanoClock);
    }

    /** A changed password may be guessed anew: its owner may have failed with it before it was changed. */
    private record Guessed(String name, Optional<PasswordHash> hash, ClientNetwork network) {
        static Guessed of(Attempt attempt) {
            return new Guessed(attempt.credentials().name(), attempt.hash(), attempt.from());
        }
    }

    /** Whether the attempt is one too many, so that it is not compared. */
    public boolean refuse(Attempt attempt) {
        long left = names(attempt).remaining(Guessed.of(attempt));
        return left == 0 || left < OF_NAME && networks.remaining(attempt.from()) == 0;
    }

    /** Counts the result of a comparison. */
    public void ended(Attempt attempt, boolean matches) {
        if (matches) {
            names(attempt).reset(Guessed.of(attempt));
        } else {
            names(attempt).take(Guessed.of(attempt), 1);
            networks.take(attempt.from(), 1);
        }
    }

    private Quota<Guessed> names(Attempt attempt) {
        return attempt.hash().isPresent() ? known : unknown;
    }
}

package org.banip.server.password;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.banip.server.address.ClientNetwork;
import org.banip.server.quota.Quota;

/**
 * Limits how many passwords a network may guess. After ten different wrong passwords for a name from a network, one password is compared for that name
 * from there in ten seconds, for five minutes. After a hundred wrong passwords from a network, for whatever names, the same holds there for each name
 * of which one was wrong. So a right password is not locked out by others behind the same address: it competes with their guesses for the comparison.
 * The same wrong password counts once, and is not compared again for five minutes: a device with an old password uses up no guesses.
 *
 * <p>A password that matched before is not limited, and neither are other networks. Unknown names have the same limits, so that answers do not tell
 * which names exist; they are counted separately, so that many of them displace no known name. Any thread.
 */
public final class GuessLimits {
    /** Wrong passwords of one name from one network. */
    public static final int OF_NAME = 10;

    /** Wrong passwords from one network. */
    public static final int OF_NETWORK = 100;

    private final Names known;
    private final Names unknown;
    private final Quota<ClientNetwork> networks;

    /** No guess yet. */
    public GuessLimits(LongSupplier nanoClock) {
        known = new Names(nanoClock);
        unknown = new Names(nanoClock);
        networks = new Quota<>(OF_NETWORK, GuessQuota.WINDOW, GuessQuota.REMEMBERED, nanoClock);
    }

    /** A changed password may be guessed anew: its owner may have failed with it before it was changed. */
    private record Guessed(String name, Optional<PasswordHash> hash, ClientNetwork network) {
        static Guessed of(Attempt attempt) {
            return new Guessed(attempt.credentials().name(), attempt.hash(), attempt.from());
        }
    }

    /** A password that did not match this hash; after a change of the file it may. */
    private record Wrong(Guessed guessed, ProvenCredentials.Digest digest, Optional<PasswordHash> hash) {
        static Wrong of(Attempt attempt) {
            return new Wrong(Guessed.of(attempt), attempt.digest(), attempt.hash());
        }
    }

    /** What is counted of names, of known ones or of unknown ones. */
    private static final class Names {
        private final GuessQuota<Guessed> guesses;
        private final Quota<Wrong> wrong;

        Names(LongSupplier nanoClock) {
            guesses = new GuessQuota<>(OF_NAME, nanoClock);
            wrong = new Quota<>(1, GuessQuota.WINDOW, GuessQuota.REMEMBERED, nanoClock);
        }
    }

    /** Whether these credentials were wrong from there within the last minutes, so that they need no other comparison. */
    public boolean wereWrong(Attempt attempt) {
        return names(attempt).wrong.remaining(Wrong.of(attempt)) == 0;
    }

    /** Whether the attempt is one too many, so that it is not compared. */
    public boolean refuse(Attempt attempt) {
        Names names = names(attempt);
        Guessed guessed = Guessed.of(attempt);
        long left = names.guesses.remaining(guessed);
        boolean over = left == 0 || left < OF_NAME && networks.remaining(attempt.from()) == 0;
        return over && !names.guesses.takeSlot(guessed);
    }

    /** Counts the result of a comparison. */
    public void ended(Attempt attempt, boolean matches) {
        Names names = names(attempt);
        Guessed guessed = Guessed.of(attempt);
        if (matches) {
            names.guesses.right(guessed);
        } else if (names.wrong.tryTake(Wrong.of(attempt), 1)) {
            names.guesses.wrong(guessed);
            networks.take(attempt.from(), 1);
        }
    }

    private Names names(Attempt attempt) {
        return attempt.hash().isPresent() ? known : unknown;
    }
}

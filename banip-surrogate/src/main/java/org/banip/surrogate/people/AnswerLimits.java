package org.banip.surrogate.people;

import java.util.function.LongSupplier;
import org.banip.server.address.ClientNetwork;
import org.banip.server.password.GuessLimits;
import org.banip.server.password.GuessQuota;

/**
 * Limits how many answers of an identity provider a network may show that prove nobody: anybody can make one up, and the provider is asked about each.
 * As with passwords, after a hundred of them one is taken in ten seconds, for five minutes, so that a right one is not locked out by others behind the
 * same address. Any thread.
 */
final class AnswerLimits {
    private final GuessQuota<ClientNetwork> answers;

    AnswerLimits(LongSupplier nanoClock) {
        answers = new GuessQuota<>(GuessLimits.OF_NETWORK, nanoClock);
    }

    /** Whether an answer is one too many, so that nobody is asked about it. */
    boolean refuse(ClientNetwork from) {
        return answers.remaining(from) == 0 && !answers.takeSlot(from);
    }

    /** Counts an answer that proved nobody. */
    void wrong(ClientNetwork from) {
        answers.wrong(from);
    }
}

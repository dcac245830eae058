package org.banip.server.password;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.server.address.ClientNetwork;

/**
 * Tells whether name and password are right, by a file that may change: what matched once is not compared again, comparisons wait in bounded queues,
 * and guesses are limited. Any thread.
 */
public final class PasswordCheck implements AutoCloseable {
    /** What is known of a log-in. */
    public enum Outcome {
        /** Name and password are right. */
        RIGHT,
        /** The name has another password. */
        WRONG,
        /** There is no such name. */
        UNKNOWN,
        /** There were too many wrong passwords from this network, so this one was not compared. */
        TOO_MANY,
        /** Too many log-ins wait to be compared. */
        BUSY
    }

    /**
     * A result.
     *
     * @param outcome what is known
     * @param hash what the file has of that name; never empty if the outcome is {@code RIGHT}
     */
    public record Result(Outcome outcome, Optional<PasswordHash> hash) {}

    private final Supplier<? extends KnownPasswords> known;
    private final ProvenCredentials proven = new ProvenCredentials();
    private final PasswordVerifier verifier;
    private final GuessLimits limits;
    private volatile KnownPasswords seen;

    /** A check of passwords that are known at each call. */
    public PasswordCheck(Supplier<? extends KnownPasswords> known, PasswordVerifier verifier, GuessLimits limits) {
        this.known = known;
        this.verifier = verifier;
        this.limits = limits;
        seen = known.get();
    }

    /** The same with threads of its own. */
    public static PasswordCheck of(Supplier<? extends KnownPasswords> known, VerificationLimits limits) {
        LongSupplier clock = System::nanoTime;
        return new PasswordCheck(known, new PasswordVerifier(limits, Attempt::matches, clock), new GuessLimits(clock));
    }

    /**
     * Compares, unless this password matched before.
     *
     * @param from the network of the client; guesses are counted by it
     * @return fails with {@code HOST_UNAVAILABLE} if this is closed before the result
     */
    @SuppressWarnings("ReferenceEquality") // The file is another object each time it was read.
    public CompletionStage<Result> check(BasicCredentials credentials, ClientNetwork from) {
        KnownPasswords current = known.get();
        if (current != seen) {
            seen = current;
            proven.retain(current);
        }
        Optional<PasswordHash> hash = current.hashOf(credentials.name());
        ProvenCredentials.Digest digest = proven.digest(credentials);
        if (hash.isPresent() && proven.contain(credentials.name(), digest, hash.get())) {
            return CompletableFuture.completedFuture(new Result(Outcome.RIGHT, hash));
        }
        Attempt attempt = new Attempt(credentials, digest, hash, current.decoy(), from);
        if (limits.wereWrong(attempt)) {
            return CompletableFuture.completedFuture(
                    new Result(hash.isPresent() ? Outcome.WRONG : Outcome.UNKNOWN, hash));
        }
        if (limits.refuse(attempt)) {
            return CompletableFuture.completedFuture(new Result(Outcome.TOO_MANY, hash));
        }
        return verifier.verify(attempt).thenApply(outcome -> new Result(conclude(attempt, outcome), hash));
    }

    private Outcome conclude(Attempt attempt, PasswordVerifier.Outcome outcome) {
        if (outcome != PasswordVerifier.Outcome.BUSY) {
            limits.ended(attempt, outcome == PasswordVerifier.Outcome.RIGHT);
        }
        return switch (outcome) {
            case RIGHT -> {
                proven.add(
                        attempt.credentials().name(),
                        attempt.digest(),
                        attempt.hash().orElseThrow());
                yield Outcome.RIGHT;
            }
            case WRONG -> attempt.hash().isPresent() ? Outcome.WRONG : Outcome.UNKNOWN;
            case BUSY -> Outcome.BUSY;
        };
    }

    /** Names whose password needs no further comparison. */
    public int proven() {
        return proven.size();
    }

    /** Fails the log-ins that are not compared yet, with {@code HOST_UNAVAILABLE}; later ones that need a comparison get {@code BUSY}. */
    @Override
    public void close() {
        verifier.close();
    }
}

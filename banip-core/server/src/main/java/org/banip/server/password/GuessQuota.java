package org.banip.server.password;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.banip.server.quota.Quota;

/**
 * How often a key may be wrong, and what it may do beyond that: be compared once in ten seconds. A wrong guess is forgotten after five minutes. It
 * remembers 10,000 keys. Any thread.
 *
 * @param <K> what is counted for: a name and a network, a network; needs {@code equals} and {@code hashCode}
 */
public final class GuessQuota<K> {
    static final int REMEMBERED = 10_000;
    /** What a window took counts for one more: five minutes in all. */
    static final Duration WINDOW = Duration.ofSeconds(150);

    /** Half of the time in which one guess is compared beyond the limit; a quota of one lasts for two windows. */
    private static final Duration SLOT = Duration.ofSeconds(5);

    private final Quota<K> guesses;
    private final Quota<K> slots;

    /**
     * No guess yet.
     *
     * @param most how many wrong guesses a key has, at least 1
     * @param nanoClock a monotonic clock
     */
    public GuessQuota(int most, LongSupplier nanoClock) {
        guesses = new Quota<>(most, WINDOW, REMEMBERED, nanoClock);
        slots = new Quota<>(1, SLOT, REMEMBERED, nanoClock);
    }

    /** How many wrong guesses the key has left. */
    public long remaining(K key) {
        return guesses.remaining(key);
    }

    /** Whether a guess beyond the limit may be compared now; if so, the next one may be in ten seconds. */
    public boolean takeSlot(K key) {
        return slots.tryTake(key, 1);
    }

    /** A guess was wrong. */
    public void wrong(K key) {
        guesses.take(key, 1);
    }

    /** A guess was right: those before it are forgotten. */
    public void right(K key) {
        guesses.reset(key);
    }
}

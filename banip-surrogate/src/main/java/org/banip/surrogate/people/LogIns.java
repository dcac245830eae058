package org.banip.surrogate.people;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log-ins that have not ended. A log-in ends when its person logs out, or does nothing for a while, and after twelve hours in any case. Log-ins
 * are in memory only, so a restart of the host ends all. Any thread; guarded by the monitor.
 */
final class LogIns {
    /** A log-in ends after this time, whatever its person does. */
    static final Duration LONGEST = Duration.ofHours(12);

    /** Log-ins of one person; one more ends that person's oldest. */
    static final int OF_PERSON = 16;

    private static final int MOST = 10_000;
    private static final int RANDOM_BYTES = 32;

    private final Duration idle;
    private final LongSupplier nanoClock;
    private final SecureRandom random = new SecureRandom();
    /** By the digest of what the cookie has, those that did nothing for longest first. */
    private final Map<String, LogIn> current = new LinkedHashMap<>();

    LogIns(Duration idle, LongSupplier nanoClock) {
        this.idle = idle;
        this.nanoClock = nanoClock;
    }

    /**
     * A log-in.
     *
     * @param name of the person
     * @param now who it is by now; empty if the proof does not hold any more: a changed password ends the log-in
     * @param formKey what a form or script must show to do something in the person's name
     */
    record LogIn(String name, Supplier<Optional<Person>> now, String formKey, long beganAt, long activeAt) {
        private LogIn activeAt(long nanos) {
            return new LogIn(name, now, formKey, beganAt, nanos);
        }
    }

    /** A random text that cannot be guessed. */
    String secret() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Begins a log-in; returns what its cookie has.
     *
     * @param name of the person
     * @param who the person at any time, as long as the proof holds
     */
    synchronized String begin(String name, Supplier<Optional<Person>> who) {
        long now = nanoClock.getAsLong();
        current.values().removeIf(logIn -> isOver(logIn, now));
        long same = current.values().stream()
                .filter(logIn -> logIn.name().equals(name))
                .count();
        if (same >= OF_PERSON) {
            removeOldest(Optional.of(name));
        } else if (current.size() >= MOST) {
            removeOldest(Optional.empty());
        }
        String cookie = secret();
        current.put(PeopleEntries.digest(cookie), new LogIn(name, who, secret(), now, now));
        return cookie;
    }

    private void removeOldest(Optional<String> of) {
        Optional<String> oldest = current.entrySet().stream()
                .filter(entry -> of.isEmpty() || entry.getValue().name().equals(of.get()))
                .map(Map.Entry::getKey)
                .findFirst();
        oldest.ifPresent(current::remove);
    }

    /**
     * The log-in of a cookie.
     *
     * @param active whether its person does something now, so that it does not idle
     */
    synchronized Optional<LogIn> find(String cookie, boolean active) {
        String key = PeopleEntries.digest(cookie);
        @Nullable LogIn found = current.get(key);
        long now = nanoClock.getAsLong();
        if (found == null || isOver(found, now)) {
            current.remove(key);
            return Optional.empty();
        }
        if (active) {
            found = found.activeAt(now);
            current.remove(key); // it moves to the end
            current.put(key, found);
        }
        return Optional.of(found);
    }

    private boolean isOver(LogIn logIn, long now) {
        return now - logIn.activeAt() >= idle.toNanos() || now - logIn.beganAt() >= LONGEST.toNanos();
    }

    /** Ends a log-in. */
    synchronized void end(String cookie) {
        current.remove(PeopleEntries.digest(cookie));
    }
}

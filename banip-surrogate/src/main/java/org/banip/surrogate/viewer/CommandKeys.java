package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.settings.HostClock;

/**
 * The keys that people gave to their commands, so that a request that comes again is no second command (docs/control.md, "A request that comes
 * again"). Each person has keys of its own: as many as are bounded here, for some time after the answer. What is over goes with the next key of
 * anybody. In memory only. Any thread.
 */
final class CommandKeys {
    /** Keys of one person. */
    static final int MOST = 64;
    /** How long a key is known after the answer. */
    static final Duration KEPT = Duration.ofHours(1);

    private static final String HEADER = "Idempotency-Key";
    private static final String FORM = "1 to 64 visible characters of ASCII without \" and \\, in double quotes";
    private static final Pattern QUOTED = Pattern.compile("\\s*\"([\\x21\\x23-\\x5b\\x5d-\\x7e]{1,64})\"\\s*");

    private final HostClock clock;
    /** By name, then by key, the oldest first. */
    private final Map<String, Map<String, KeyedCommand>> people = new HashMap<>();

    CommandKeys(HostClock clock) {
        this.clock = clock;
    }

    /**
     * The key of a request, if it has one.
     *
     * @throws BanipException {@code MALFORMED_REQUEST}
     */
    static Optional<String> of(HttpServletRequest request) {
        List<String> shown = Collections.list(request.getHeaders(HEADER));
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        Matcher key = QUOTED.matcher(shown.get(0));
        if (shown.size() > 1 || !key.matches()) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    HEADER + " is " + Quoted.of(String.join(", ", shown)) + ", allowed is one of " + FORM);
        }
        return Optional.of(key.group(1));
    }

    /** What a person has sent with this key, as far as it is known still. */
    synchronized Optional<KeyedCommand> sent(String person, String key) {
        Map<String, KeyedCommand> own = people.get(person);
        if (own == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(own.get(key)).filter(command -> !isOver(command));
    }

    /**
     * Keeps a command before it is sent.
     *
     * @return the one that this person has sent with this key already; empty if there is none, and this one is kept
     * @throws BanipException {@code LIMIT_REACHED} if as many of this person's commands as are kept have no answer yet
     */
    synchronized Optional<KeyedCommand> begin(String person, String key, KeyedCommand command) {
        people.values().removeIf(own -> {
            own.values().removeIf(this::isOver);
            return own.isEmpty();
        });
        Optional<KeyedCommand> first = sent(person, key);
        if (first.isEmpty()) {
            Map<String, KeyedCommand> own = people.computeIfAbsent(person, name -> new LinkedHashMap<>());
            if (own.size() >= MOST) {
                dropOldest(own);
            }
            own.put(key, command);
        }
        return first;
    }

    private static void dropOldest(Map<String, KeyedCommand> own) {
        Iterator<KeyedCommand> all = own.values().iterator();
        while (all.hasNext()) {
            if (all.next().answeredNanos().isPresent()) {
                all.remove();
                return;
            }
        }
        throw new BanipException(
                ErrorCode.LIMIT_REACHED, own.size() + " commands with keys wait for an answer already, limit " + MOST);
    }

    /** Nothing was sent with this key after all. */
    synchronized void refused(String person, String key) {
        people.computeIfPresent(person, (name, own) -> {
            own.remove(key);
            return own.isEmpty() ? null : own;
        });
    }

    /** Of how many people commands are kept. */
    synchronized int peopleKept() {
        return people.size();
    }

    private boolean isOver(KeyedCommand command) {
        return command.answeredNanos().stream()
                .anyMatch(answered -> clock.monotonicNanos() - answered >= KEPT.toNanos());
    }
}

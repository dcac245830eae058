package org.banip.server.health;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;

/**
 * Whether a server can do its work now: a list of named checks, each of which says why it cannot. Register the checks first; then any
 * thread.
 */
public final class Readiness {
    /** Before BANip existed: a clock that was never set. */
    private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");
    private static final int LONGEST_REASON = 300;

    private final List<Check> checks = new ArrayList<>();

    private record Check(String name, boolean decides, Supplier<Optional<String>> reason) {}

    /** What the checks said. */
    record Answer(boolean ready, String json) {}

    /** Nothing to check yet. */
    public Readiness() {}

    /**
     * Adds a check.
     *
     * @param name one lower-case word, a key in the answer
     * @param reason why the server is not ready, or empty; may take a few seconds; an exception counts as a reason
     */
    public Readiness check(String name, Supplier<Optional<String>> reason) {
        checks.add(new Check(name, true, reason));
        return this;
    }

    /**
     * Adds a check that tells what is wrong with a part while the server can still do its work: it does not decide about readiness.
     *
     * @param name one lower-case word, a key in the answer
     * @param problem what is wrong, or empty; otherwise as in {@link #check}
     */
    public Readiness note(String name, Supplier<Optional<String>> problem) {
        checks.add(new Check(name, false, problem));
        return this;
    }

    /** Adds the check {@code clock}: the clock shows a time in which this software can run. */
    public Readiness clock(Supplier<Instant> clock) {
        return check("clock", () -> {
            Instant now = clock.get();
            boolean sane = now.isAfter(EARLIEST) && now.isBefore(LATEST);
            return sane ? Optional.empty() : Optional.of("the clock shows " + now + ", which cannot be right");
        });
    }

    /** Adds the check {@code disk}: the store's file system has at least this number of free bytes. */
    public Readiness disk(long minimumFreeBytes, Supplier<Optional<Long>> freeBytes) {
        return check(
                "disk",
                () -> freeBytes
                        .get()
                        .filter(free -> free < minimumFreeBytes)
                        .map(free -> free + " bytes are free, at least " + minimumFreeBytes + " are needed"));
    }

    /** Asks each check, in order. */
    Answer ask() {
        boolean ready = true;
        List<String> reasons = new ArrayList<>();
        for (Check check : checks) {
            Optional<String> reason = reason(check);
            ready &= reason.isEmpty() || !check.decides();
            reasons.add(reason.map(text -> Quoted.line(text, LONGEST_REASON)).orElse("ok"));
        }
        JsonWriter json = new JsonWriter().beginObject().field("ready", ready).beginObject("checks");
        for (int i = 0; i < checks.size(); i++) {
            json.field(checks.get(i).name(), reasons.get(i));
        }
        return new Answer(ready, json.endObject().endObject().toString());
    }

    private static Optional<String> reason(Check check) {
        try {
            return check.reason().get();
        } catch (RuntimeException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}

package org.banip.surrogate.store;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * The range of time of an export.
 *
 * @param from first instant; empty if the range has no begin
 * @param to the first instant after the range; empty if it has no end
 */
public record TimeRange(Optional<Instant> from, Optional<Instant> to) {
    private static final long NANOS = 1_000_000_000L;

    /**
     * Reads a range.
     *
     * @param prefix what stands before {@code from} and {@code to} in messages
     * @throws BanipException {@code MALFORMED_REQUEST} if one is no instant, or the range is empty
     */
    public static TimeRange parse(String prefix, Optional<String> from, Optional<String> to) {
        Optional<Instant> first = from.map(text -> instant(prefix + "from", text));
        Optional<Instant> end = to.map(text -> instant(prefix + "to", text));
        if (first.isPresent() && end.isPresent() && !first.get().isBefore(end.get())) {
            throw malformed(prefix + "from=" + from.get() + " must be before " + prefix + "to=" + to.get());
        }
        return new TimeRange(first, end);
    }

    private static Instant instant(String name, String text) {
        try {
            Instant instant = Instant.parse(text);
            long unused = nanos(instant); // it must be in the range of these
            return instant;
        } catch (DateTimeException | ArithmeticException e) {
            throw malformed(name + "=" + Quoted.of(text)
                    + " must be an instant in UTC from 1678 to 2262, such as 2026-11-27T08:00:00Z");
        }
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }

    private static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
    }

    /** Whether it has a begin or an end. */
    public boolean isBounded() {
        return from.isPresent() || to.isPresent();
    }

    /** First instant, nanoseconds since the epoch. */
    public long fromNanos() {
        return from.map(TimeRange::nanos).orElse(Long.MIN_VALUE);
    }

    /** The first instant after the range, nanoseconds since the epoch. */
    public long toNanos() {
        return to.map(TimeRange::nanos).orElse(Long.MAX_VALUE);
    }
}

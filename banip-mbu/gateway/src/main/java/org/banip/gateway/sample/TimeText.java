package org.banip.gateway.sample;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * The time of a sensor set, as devices write it. What is too early or too late is no time: a line {@code 81,4} of one channel, meant as 81.4, would
 * otherwise be the value 4 of the year 1970.
 */
final class TimeText {
    private static final Pattern SECONDS = Pattern.compile("-?[0-9]{1,10}(\\.[0-9]{1,9})?");
    private static final int LONGEST = 64;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long EARLIEST = Instant.parse("2000-01-01T00:00:00Z").getEpochSecond() * NANOS_PER_SECOND;
    /** A gateway whose own clock shows an earlier time cannot tell what is in the future. */
    private static final long RELEASED = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * NANOS_PER_SECOND;

    private static final long DAY_NANOS = Duration.ofDays(1).toNanos();

    /** What a time is, in words. */
    static final String ALLOWED =
            "a time must be like 2026-11-26T15:04:05.250Z, or seconds since 1970, and lie between 2000 and a day from now";

    private TimeText() {}

    /**
     * Nanoseconds since the epoch.
     *
     * @param nowNanos the gateway's time
     * @throws BanipException {@code INVALID_SAMPLE} if it is no time from 2000 to a day from now
     */
    static long nanos(String text, long nowNanos) {
        long nanos = parse(text);
        boolean ahead = nowNanos >= RELEASED && nanos > nowNanos + DAY_NANOS;
        boolean date = !SECONDS.matcher(text).matches(); // a number may also be a value
        if (ahead && date) {
            throw wrong(
                    text,
                    "is more than a day ahead of " + Instant.ofEpochSecond(nowNanos / NANOS_PER_SECOND)
                            + ", the gateway's time");
        }
        if (nanos < EARLIEST && date) {
            throw wrong(text, "is before 2000");
        }
        if (ahead || nanos < EARLIEST) {
            throw new BanipException(ErrorCode.INVALID_SAMPLE, ALLOWED);
        }
        return nanos;
    }

    private static boolean isDate(String text) {
        try {
            return LocalDateTime.parse(text).getYear() > 0;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** What is wrong with a text that can be nothing but a time. */
    private static BanipException wrong(String text, String what) {
        return new BanipException(ErrorCode.INVALID_SAMPLE, "the time " + text + " " + what + "; " + ALLOWED);
    }

    private static long parse(String text) {
        if (text.length() > LONGEST) {
            throw new BanipException(ErrorCode.INVALID_SAMPLE, ALLOWED);
        }
        try {
            if (SECONDS.matcher(text).matches()) {
                return new BigDecimal(text).movePointRight(9).longValueExact();
            }
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            if (isDate(text)) {
                throw wrong(text, "has no zone");
            }
            throw new BanipException(ErrorCode.INVALID_SAMPLE, ALLOWED, e);
        }
    }
}

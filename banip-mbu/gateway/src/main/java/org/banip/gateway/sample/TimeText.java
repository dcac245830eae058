package org.banip.gateway.sample;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The time of a sensor set, as devices write it. */
final class TimeText {
    private static final Pattern SECONDS = Pattern.compile("-?[0-9]{1,10}(\\.[0-9]{1,9})?");
    private static final int LONGEST = 64;

    private TimeText() {}

    /** Nanoseconds since the epoch. */
    static long nanos(String text) {
        try {
            if (SECONDS.matcher(text).matches()) {
                return new BigDecimal(text).movePointRight(9).longValueExact();
            }
            if (text.length() <= LONGEST) {
                Instant instant = OffsetDateTime.parse(text).toInstant();
                return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw wrong(e);
        }
        throw wrong(null);
    }

    private static BanipException wrong(@org.jspecify.annotations.Nullable Exception cause) {
        String message = "the time must be like 2026-11-26T15:04:05.250Z, or seconds since 1970";
        return cause == null
                ? new BanipException(ErrorCode.INVALID_SAMPLE, message)
                : new BanipException(ErrorCode.INVALID_SAMPLE, message, cause);
    }
}

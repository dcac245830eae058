package org.banip.core.text;

import java.math.BigDecimal;
import java.time.Duration;

/** A number and its unit, as text for a message: {@code 1 byte}, {@code 2 bytes}, {@code 0.2 s}. */
public final class Counted {
    private Counted() {}

    /** The number and the noun, which gets an s unless the number is 1. */
    public static String of(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** A duration in seconds: {@code 30 s}, {@code 0.2 s}. */
    public static String seconds(Duration time) {
        BigDecimal seconds = BigDecimal.valueOf(time.getSeconds()).add(BigDecimal.valueOf(time.getNano(), 9));
        return (seconds.signum() == 0 ? BigDecimal.ZERO : seconds.stripTrailingZeros()).toPlainString() + " s";
    }
}

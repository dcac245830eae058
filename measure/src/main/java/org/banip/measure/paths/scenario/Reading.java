package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.Arrays;

/** How a published delay is read, where the paper does not say. */
public enum Reading {
    /** It is the delay of one way. */
    ONE_WAY("one-way", 1),
    /** It is the time there and back. */
    ROUND_TRIP("round-trip", 2);

    private static final double NANOS_PER_MILLI = 1e6;

    private final String token;
    private final int ways;

    Reading(String token, int ways) {
        this.token = token;
        this.ways = ways;
    }

    /** Its name in options and results. */
    public String token() {
        return token;
    }

    /**
     * The reading of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Reading named(String token) {
        return Arrays.stream(values())
                .filter(reading -> reading.token.equals(token))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("--delay-is " + token + ", allowed are one-way and round-trip"));
    }

    /** The reading that it is not. */
    public Reading other() {
        return this == ONE_WAY ? ROUND_TRIP : ONE_WAY;
    }

    /** The delay of one way. */
    Duration oneWay(double publishedMillis) {
        return Duration.ofNanos(Math.round(publishedMillis / ways * NANOS_PER_MILLI));
    }

    @Override
    public String toString() {
        return token;
    }
}

package org.banip.surrogate.jini.remote;

/** Checks of the wire's values. */
final class Checks {
    private Checks() {}

    static void length(String what, int length, int most) {
        if (length > most) {
            throw new IllegalArgumentException(what + " has " + length + " elements, at most " + most + " are allowed");
        }
    }

    static void range(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " " + value + " is outside " + min + " to " + max);
        }
    }
}

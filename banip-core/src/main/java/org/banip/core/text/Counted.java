package org.banip.core.text;

/** A number and what it counts, fit for a message: {@code 1 byte}, {@code 2 bytes}. */
public final class Counted {
    private Counted() {}

    /** The number and the noun, which takes an s unless the number is 1. */
    public static String of(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}

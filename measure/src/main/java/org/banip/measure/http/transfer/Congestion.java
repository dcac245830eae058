package org.banip.measure.http.transfer;

import java.util.List;

/** Congestion controls that the kernel's TCP and QUIC's library both have. */
public final class Congestion {
    /** Their names. */
    public static final List<String> NAMES = List.of("cubic", "reno", "bbr");

    private Congestion() {}

    /**
     * Checks a name.
     *
     * @throws IllegalArgumentException if it is none of them
     */
    public static String checked(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("congestion control " + name + ", allowed are "
                    + String.join(", ", NAMES) + ": TCP and QUIC must use the same");
        }
        return name;
    }
}

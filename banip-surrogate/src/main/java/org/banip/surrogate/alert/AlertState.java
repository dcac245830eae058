package org.banip.surrogate.alert;

import java.util.Locale;

/** How an alert stands, and the step by which it came to stand so. */
public enum AlertState {
    /** A detector found it, and nobody has acknowledged it. */
    RAISED,
    /** Nobody acknowledged it in time. */
    ESCALATED,
    /** Somebody has taken care of it. */
    ACKNOWLEDGED,
    /** The detector found that it is over, or somebody ended it. */
    ENDED;

    /** The word in JSON and in the store, for example {@code raised}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }

    static AlertState ofToken(String token) {
        return valueOf(token.toUpperCase(Locale.ROOT));
    }
}

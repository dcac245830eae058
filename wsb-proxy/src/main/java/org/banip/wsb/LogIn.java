package org.banip.wsb;

import java.util.Locale;

/** Result of a request's log-in. */
public enum LogIn {
    /** The credentials are correct. */
    ACCEPTED,
    /** The name is known, the password or other secret is wrong. */
    WRONG_SECRET,
    /** Nobody has this name. */
    UNKNOWN_NAME,
    /** The credentials are not in the form of their scheme. */
    MALFORMED,
    /** Too many attempts waited for the comparison. */
    BUSY,
    /** The request has no credentials: a probe, or a browser's first request. */
    MISSING;

    /** The name in figures, for example {@code wrong-secret}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package org.banip.surrogate.jini.remote;

import java.io.Serializable;

/**
 * What a caller presents with each call. Immutable; does not show its value as text.
 *
 * @param value at most 512 characters; empty for a caller on the host's own machine, where the host has no token set
 */
public record AccessToken(String value) implements Serializable {
    /** No token. */
    public static final AccessToken NONE = new AccessToken("");

    private static final int LONGEST = 512;

    /** Checks the length. */
    public AccessToken {
        Checks.length("token", value.length(), LONGEST);
    }

    /** Says only whether there is one. */
    @Override
    public String toString() {
        return "AccessToken[" + (value.isEmpty() ? "none" : "set") + "]";
    }
}

package org.banip.wsb;

import java.util.regex.Pattern;

/**
 * The secret that broker and surrogate host share (RFC 6750): the host serves only requests with it.
 *
 * @param value 16 to 512 of {@code A-Z a-z 0-9 - . _ ~ + /}, then {@code =} any number of times
 */
public record BearerToken(String value) {
    static final int SHORTEST = 16;
    static final int LONGEST = 512;

    private static final Pattern FORM = Pattern.compile("(?=.{16,512}$)[A-Za-z0-9._~+/-]+=*");

    /** Checks the form. */
    public BearerToken {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("token of " + value.length()
                    + " characters must be 16 to 512 of A-Z a-z 0-9 - . _ ~ + / and at its end =");
        }
    }

    /** Hides the value. */
    @Override
    public String toString() {
        return "BearerToken[hidden]";
    }
}

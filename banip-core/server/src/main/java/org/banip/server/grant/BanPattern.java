package org.banip.server.grant;

import java.util.regex.Pattern;

/**
 * A pattern of BAN ids: {@code ban-17}, a prefix ({@code ward3-*}), all ({@code *}), or the id that equals the user's name ({@code @self}).
 *
 * @param text as it stands in a file
 */
public record BanPattern(String text) {
    private static final String SELF = "@self";
    private static final Pattern FORM = Pattern.compile("@self|\\*|[A-Za-z0-9._-]{1,64}\\*?");

    /** Checks the form. */
    public BanPattern {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' must be a BAN id (1 to 64 of A-Z a-z 0-9 . _ -), its beginning and *, * or @self");
        }
    }

    /** Whether a user with this grant may have this BAN. */
    public boolean matches(String user, String banId) {
        if (text.equals(SELF)) {
            return banId.equals(user);
        }
        return text.endsWith("*") ? banId.startsWith(text.substring(0, text.length() - 1)) : banId.equals(text);
    }
}

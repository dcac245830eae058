package org.banip.wsb.grant;

import java.util.regex.Pattern;
import org.banip.wsb.spi.Identity;

/**
 * A pattern of BAN ids: {@code ban-17}, a prefix ({@code ward3-*}), all ({@code *}), or the id that equals the identity's name ({@code @self}).
 *
 * @param text as in the grants file
 */
record BanPattern(String text) {
    private static final String SELF = "@self";
    private static final Pattern FORM = Pattern.compile("@self|\\*|[A-Za-z0-9._-]{1,64}\\*?");

    BanPattern {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' must be a BAN id (1 to 64 of A-Z a-z 0-9 . _ -), its beginning and *, * or @self");
        }
    }

    boolean matches(Identity identity, String banId) {
        if (text.equals(SELF)) {
            return banId.equals(identity.name());
        }
        return text.endsWith("*") ? banId.startsWith(text.substring(0, text.length() - 1)) : banId.equals(text);
    }
}

package org.banip.wsb.grant;

import java.util.regex.Pattern;
import org.banip.wsb.spi.Identity;

/**
 * Some BAN ids: {@code ban-17}, all that begin alike ({@code ward3-*}), all ({@code *}), or the one named like the identity that asks
 * ({@code @self}).
 *
 * @param text as it stands in the grants file
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

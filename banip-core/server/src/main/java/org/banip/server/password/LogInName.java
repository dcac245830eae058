package org.banip.server.password;

import java.util.regex.Pattern;

/** The names that users of a server may have. */
public final class LogInName {
    /** Description of allowed names. */
    public static final String ALLOWED = "1 to 64 of A-Z a-z 0-9 . _ @ -";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");

    private LogInName() {}

    /** Whether the text may be the name of a user. */
    public static boolean is(String text) {
        return NAME.matcher(text).matches();
    }
}

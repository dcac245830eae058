package org.banip.emulator.profile;

import java.util.Locale;

/** The two directions of a link. */
public enum Way {
    /** From the mobile host to the fixed one. */
    UP,
    /** From the fixed host to the mobile one. */
    DOWN;

    /** As in JSON and in tables: {@code up}, {@code down}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }
}

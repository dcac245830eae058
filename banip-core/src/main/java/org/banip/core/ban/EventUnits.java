package org.banip.core.ban;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * What makes a group one of events, such as alerts, falls, button presses and annotations: it has no sampling grid, its units carry their own
 * instants, and each may have a text (docs/protocol.md, "Events").
 *
 * @param textBytes bytes of a unit that hold its text, 0 to 1,024; 0 if the group's events have no text
 */
public record EventUnits(int textBytes) {
    /** Maximum number of bytes of a text. */
    public static final int MAX_TEXT = 1024;

    /** Checks the number. */
    public EventUnits {
        if (textBytes < 0 || textBytes > MAX_TEXT) {
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    "events with texts of " + textBytes + " bytes, allowed are 0 to " + MAX_TEXT);
        }
    }

    /** Bytes of a unit beside its samples. */
    int bytes() {
        return Long.BYTES + textBytes;
    }
}

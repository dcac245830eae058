package org.banip.surrogate.api;

import java.nio.charset.StandardCharsets;

/**
 * What a BAN made of a command.
 *
 * @param succeeded whether it was done
 * @param result bytes the command defines, or if it was not done a UTF-8 text that says why; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // made once, for one caller
public record CommandOutcome(boolean succeeded, byte[] result) {
    /** The result as text. */
    public String text() {
        return new String(result, StandardCharsets.UTF_8);
    }
}

package org.banip.surrogate.api;

import java.util.Locale;

/**
 * What became of a declared command.
 *
 * @param state what is known
 * @param text if it succeeded what the BAN answers, a text or a JSON object; else why it did not
 */
public record CommandAnswer(State state, String text) {
    /** What is known of a command. */
    public enum State {
        /** The BAN says that it carried it out. */
        SUCCEEDED,
        /** The BAN says that it did not carry it out. */
        FAILED,
        /** It was not sent, and will not be. */
        UNDELIVERED,
        /** It was sent, and no answer came: the BAN may have carried it out, or may still do so. It is not sent again. */
        UNKNOWN;

        /** The token in documents, for example {@code succeeded}. */
        public String token() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

package org.banip.core.ban;

import java.util.Locale;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * How a group may be thinned when the link does not carry everything: another group of the BAN then has the signal at a lower rate, which is the
 * lowest acceptable one.
 *
 * @param as the name of the other group
 * @param kind how the other group's samples are made
 * @param priority 0 to 9; of two groups of the same service class, the one with the lower number is thinned first
 */
public record Thinning(String as, Kind kind, int priority) {
    /** The highest priority. */
    public static final int MAX_PRIORITY = 9;

    /** How the samples of the lower rate are made. */
    public enum Kind {
        /** A waveform: a low-pass filter, then every n-th sample. */
        WAVEFORM,
        /** Values that must not be mixed, for example states: every n-th sample as it is. */
        SAMPLES;

        /** The token in descriptions, for example {@code waveform}. */
        public String token() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The kind with this token.
         *
         * @throws BanipException {@code INVALID_DESCRIPTION}
         */
        public static Kind ofToken(String token) {
            for (Kind kind : values()) {
                if (kind.token().equals(token)) {
                    return kind;
                }
            }
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    "kind " + Quoted.of(token) + " of a thinning is not waveform or samples");
        }
    }

    /** Checks the priority. */
    public Thinning {
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    "thinning as " + Quoted.of(as) + ": priority " + priority + " is outside 0 to " + MAX_PRIORITY);
        }
    }
}

package org.banip.mbu.interconnect;

import java.util.Optional;
import org.banip.core.error.ErrorCode;

/**
 * Why there is no link, and the reaction.
 *
 * @param words the reason in words
 * @param code the error that the host reported; empty if the connection broke or could not be made
 * @param verdict the reaction
 */
record Loss(String words, Optional<ErrorCode> code, ErrorPolicy.Verdict verdict) {
    /** The reason in words, for people. */
    String reason() {
        return words + code.map(known -> " (" + known.token() + ")").orElse("");
    }
}

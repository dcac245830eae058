package org.banip.mbu.interconnect;

import java.util.Optional;
import org.banip.core.error.ErrorCode;

/**
 * Why there is no link, and what is done about it.
 *
 * @param words what was seen
 * @param code what the host says it is; empty if the connection just broke, or could not be made
 * @param verdict what is done about it
 */
record Loss(String words, Optional<ErrorCode> code, ErrorPolicy.Verdict verdict) {
    /** Why, for people. */
    String reason() {
        return words + code.map(known -> " (" + known.token() + ")").orElse("");
    }
}

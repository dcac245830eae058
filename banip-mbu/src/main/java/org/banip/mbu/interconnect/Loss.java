package org.banip.mbu.interconnect;

import java.net.UnknownHostException;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Why there is no link, and the reaction.
 *
 * @param words the reason in words
 * @param code the error that the host reported; empty if the connection broke or could not be made
 * @param verdict the reaction
 */
record Loss(String words, Optional<ErrorCode> code, ErrorPolicy.Verdict verdict) {
    /** The connection broke, or could not be made. */
    static Loss broken(Exception e) {
        return new Loss(words(e), Optional.empty(), ErrorPolicy.Verdict.RESUME);
    }

    /** The host has reported an error. */
    static Loss refused(BanipException e, ErrorPolicy.Verdict verdict) {
        return new Loss(words(e), Optional.of(e.code()), verdict);
    }

    /** Some exceptions have no message. The message of an unknown host is only its name. */
    private static String words(Exception e) {
        String message = e.getMessage();
        if (message == null) {
            return "the connection broke";
        }
        return e instanceof UnknownHostException ? "unknown name " + message : message;
    }

    /** The reason in words, for people. */
    String reason() {
        return words + code.map(known -> " (" + known.token() + ")").orElse("");
    }
}

package org.banip.mbu.uplink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.banip.core.text.Quoted;

/**
 * The head of an answer, as far as uplinks judge it. Nothing in it is trusted.
 *
 * @param status the status code
 * @param reason the reason phrase; may be empty
 * @param type the content type without parameters; empty if there is none
 * @param digest the value of {@code Content-Digest}; empty if there is none
 */
public record AnswerHead(int status, String reason, String type, Optional<String> digest) {
    private static final int MAX_QUOTED = 80;

    /** Whether it answers as expected, or reports an error instead. */
    public boolean has(int expected) {
        return status == expected;
    }

    /**
     * Accepts this content type.
     *
     * @param request what was answered, for the message
     * @throws IOException if something else answered, for example a proxy or a captive portal
     */
    public void requireType(String expected, String request) throws IOException {
        if (!expected.equalsIgnoreCase(type)) {
            String seen = type.isEmpty() ? "nothing" : Quoted.line(type, MAX_QUOTED);
            throw new IOException(request + " was answered with " + seen + " instead of " + expected
                    + ": this is no broker or surrogate host");
        }
    }

    /** Whether the body is a document, which may report an error. */
    public boolean isDocument() {
        return Protocol.JSON_TYPE.equalsIgnoreCase(type);
    }

    /**
     * The text of a document that was read to its end.
     *
     * @throws IOException if it does not match its digest
     */
    public String text(byte[] document) throws IOException {
        if (digest.isPresent() && ContentDigest.contradicts(digest.get(), document)) {
            throw new IOException("the document in the answer does not match its " + ContentDigest.HEADER);
        }
        return new String(document, StandardCharsets.UTF_8);
    }

    /**
     * The error that the answer reports.
     *
     * @param document the body; empty if it is no document
     * @param request what was answered, for the message
     * @throws BanipException if the broker or the host reported it
     * @throws IOException if there is no word of either
     */
    public void throwError(String document, String request) throws IOException {
        Optional<BanipException> told = isDocument() ? toldBy(document) : Optional.empty();
        if (told.isPresent()) {
            throw told.get();
        }
        String message = String.format(Locale.ROOT, "%s was answered with HTTP %d%s", request, status, phrase());
        switch (status) {
            case 401:
                throw new BanipException(ErrorCode.UNAUTHENTICATED, message);
            case 403:
                throw new BanipException(ErrorCode.FORBIDDEN, message);
            case 408:
                throw new BanipException(ErrorCode.SILENT, message);
            case 413:
                throw new BanipException(ErrorCode.TOO_LONG, message);
            default:
                throw new IOException(message + " and no word of a broker or surrogate host; is the base URL right?");
        }
    }

    private String phrase() {
        return reason.isEmpty() ? "" : " " + Quoted.line(reason, MAX_QUOTED);
    }

    private static Optional<BanipException> toldBy(String document) {
        try {
            return Optional.of(ErrorAnswer.fromJson(document).toException());
        } catch (BanipException e) {
            return Optional.empty(); // another JSON document
        }
    }
}

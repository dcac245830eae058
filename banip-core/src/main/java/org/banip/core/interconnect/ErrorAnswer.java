package org.banip.core.interconnect;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;

/**
 * The body of an HTTP answer with an error.
 *
 * @param error {@link ErrorCode#token()}
 * @param message what was seen, what is allowed, where
 */
public record ErrorAnswer(String error, String message) {
    private static final int MAX_SHOWN = 1024;

    /** The answer for an exception. */
    public static ErrorAnswer of(BanipException e) {
        return new ErrorAnswer(e.code().travelling().token(), String.valueOf(e.getMessage()));
    }

    /** The document. */
    public String toJson() {
        return new JsonWriter()
                .beginObject()
                .field("error", error)
                .field("message", message)
                .endObject()
                .toString();
    }

    /**
     * Reads a document.
     *
     * @throws BanipException {@code MALFORMED_REQUEST}
     */
    public static ErrorAnswer fromJson(String text) {
        JsonObject json = JsonObject.parse(text);
        return new ErrorAnswer(json.string("error"), json.string("message"));
    }

    /** The exception this answer reports; an unknown token counts as {@code INTERNAL}. */
    public BanipException toException() {
        ErrorCode code = ErrorCode.ofToken(error).orElse(ErrorCode.INTERNAL);
        return new BanipException(code.travelling(), Quoted.line(message, MAX_SHOWN));
    }
}

package org.banip.wsb.relay;

import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a registration document that the broker reads; the host reads all others.
 *
 * @param session names the interconnect
 * @param banId id of the BAN
 * @param document the document as received, which is passed on
 */
record Registration(String session, String banId, ByteBuffer document) {
    private static final Pattern SESSION = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern BAN_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /**
     * Reads a document; the order of its errors is that of docs/protocol.md, section 2.2.
     *
     * @param digest the header {@code Content-Digest}
     * @throws BanipException {@code CHECKSUM_MISMATCH}, {@code MALFORMED_REQUEST}, {@code UNSUPPORTED_VERSION}, {@code INVALID_DESCRIPTION}
     */
    static Registration of(byte[] document, @Nullable String digest) {
        if (ContentDigest.contradicts(digest, document)) {
            throw new BanipException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "registration of " + document.length + " bytes differs from its " + ContentDigest.HEADER);
        }
        JsonObject json = JsonObject.parse(Protocol.documentText(document));
        long version = json.integer("protocol", 0, Long.MAX_VALUE);
        if (version != Protocol.VERSION) {
            throw new BanipException(
                    ErrorCode.UNSUPPORTED_VERSION,
                    "protocol " + version + " is not spoken here, " + Protocol.VERSION + " is");
        }
        String session = checked(
                json.string("session"), SESSION, ErrorCode.MALFORMED_REQUEST, "session", "a UUID in lower case");
        String banId = checked(
                json.object("ban").string("id"),
                BAN_ID,
                ErrorCode.INVALID_DESCRIPTION,
                "ban.id",
                "1 to 64 of A-Z a-z 0-9 . _ -");
        return new Registration(session, banId, ByteBuffer.wrap(document).asReadOnlyBuffer());
    }

    private static String checked(String value, Pattern form, ErrorCode code, String field, String allowed) {
        if (!form.matcher(value).matches()) {
            throw new BanipException(code, "field " + field + " is " + Quoted.of(value) + ", must be " + allowed);
        }
        return value;
    }
}

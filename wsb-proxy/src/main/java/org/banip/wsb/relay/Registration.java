package org.banip.wsb.relay;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;

/**
 * What the broker reads of a registration document; all else is the host's business, so that a broker serves later versions as well.
 *
 * @param session names the interconnect
 * @param banId which BAN
 * @param document as it came, and as it goes on
 */
record Registration(String session, String banId, ByteBuffer document) {
    /**
     * Reads a document.
     *
     * @throws BanipException {@code MALFORMED_REQUEST}
     */
    static Registration of(byte[] document) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(document))
                    .toString();
            JsonObject json = JsonObject.parse(text);
            return new Registration(
                    json.string("session"),
                    json.object("ban").string("id"),
                    ByteBuffer.wrap(document).asReadOnlyBuffer());
        } catch (CharacterCodingException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "registration is not UTF-8", e);
        }
    }
}

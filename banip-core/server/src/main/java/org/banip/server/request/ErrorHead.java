package org.banip.server.request;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;

/** Status and headers of an answer that is an error document (docs/protocol.md, section 8). */
final class ErrorHead {
    private ErrorHead() {}

    /** Sets them, and returns the document, which is still to be written. */
    static byte[] set(HttpServletResponse response, BanipException error) {
        byte[] document = ErrorAnswer.of(error).toJson().getBytes(StandardCharsets.UTF_8);
        response.setStatus(error.code().httpStatus());
        response.setHeader(ContentDigest.HEADER, ContentDigest.of(document));
        response.setContentType(Protocol.JSON_TYPE);
        return document;
    }
}

package org.banip.mbu.uplink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.Uplink.PolledBody;

/** Reads answers, and makes exceptions from errors. */
final class HttpAnswers {
    private HttpAnswers() {}

    /**
     * Accepts an answer of this status and content type.
     *
     * @throws org.banip.core.error.BanipException the error that the host or the broker reports
     * @throws IOException if something else answered, for example a proxy or a captive portal
     */
    static void require(ClassicHttpResponse response, int status, String type, String request) throws IOException {
        AnswerHead head = head(response);
        if (!head.has(status)) {
            head.throwError(head.isDocument() ? document(response) : "", request);
        }
        head.requireType(type, request);
    }

    /** The answer's document, up to the maximum length. */
    static String document(ClassicHttpResponse response) throws IOException {
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return "";
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = new byte[4096];
        try (InputStream in = entity.getContent()) {
            int count = in.read(bytes);
            while (count >= 0) {
                out.write(bytes, 0, count);
                if (out.size() > Protocol.MAX_DOCUMENT) {
                    throw new IOException("document in the answer is longer than " + Protocol.MAX_DOCUMENT + " bytes");
                }
                count = in.read(bytes);
            }
        }
        return head(response).text(out.toByteArray());
    }

    /** Passes the bytes of an answer to a receiver, until the answer ends. */
    static void frames(ClassicHttpResponse response, PolledBody.HostFrames frames) throws IOException {
        HttpEntity entity = response.getEntity();
        if (entity != null) {
            byte[] bytes = new byte[4096];
            InputStream in = entity.getContent();
            int count = in.read(bytes);
            while (count >= 0) {
                frames.feed(bytes, 0, count);
                count = in.read(bytes);
            }
        }
        frames.end();
    }

    private static AnswerHead head(ClassicHttpResponse response) {
        String phrase = response.getReasonPhrase();
        Header digest = response.getFirstHeader(ContentDigest.HEADER);
        return new AnswerHead(
                response.getCode(),
                phrase == null ? "" : phrase,
                contentType(response),
                digest == null ? Optional.empty() : Optional.ofNullable(digest.getValue()));
    }

    private static String contentType(ClassicHttpResponse response) {
        HttpEntity entity = response.getEntity();
        if (entity == null || entity.getContentType() == null) {
            return "";
        }
        ContentType type = ContentType.parseLenient(entity.getContentType());
        return type == null ? "" : type.getMimeType();
    }
}

package org.banip.mbu.uplink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.banip.core.text.Quoted;
import org.banip.mbu.spi.FrameSource;

/** Reads answers, and makes exceptions from errors. */
final class HttpAnswers {
    private static final int MAX_QUOTED = 80;

    private HttpAnswers() {}

    /**
     * Accepts an answer of this status and content type.
     *
     * @throws BanipException the error that the host or the broker reports
     * @throws IOException if something else answered, for example a proxy or a captive portal
     */
    static void require(ClassicHttpResponse response, int status, String type, String request) throws IOException {
        if (response.getCode() != status) {
            throw error(response, request);
        }
        String seen = contentType(response);
        if (!type.equalsIgnoreCase(seen)) {
            throw new IOException(request + " was answered with " + Quoted.line(seen, MAX_QUOTED) + " instead of "
                    + type + ": this is no broker or surrogate host");
        }
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
        requireUndamaged(response, out.toByteArray());
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }

    private static void requireUndamaged(ClassicHttpResponse response, byte[] document) throws IOException {
        Header digest = response.getFirstHeader(ContentDigest.HEADER);
        if (digest != null && ContentDigest.contradicts(digest.getValue(), document)) {
            throw new IOException("the document in the answer does not match its " + ContentDigest.HEADER);
        }
    }

    /** Passes the bytes of an answer to a receiver, until the answer ends. */
    static void frames(ClassicHttpResponse response, FrameSource.HostFrames frames) throws IOException {
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

    private static IOException error(ClassicHttpResponse response, String request) throws IOException {
        int status = response.getCode();
        Optional<BanipException> told = Protocol.JSON_TYPE.equalsIgnoreCase(contentType(response))
                ? toldBy(document(response))
                : Optional.empty();
        if (told.isPresent()) {
            throw told.get();
        }
        String message = request + " was answered with HTTP " + status + reason(response);
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
                return new IOException(message + " and no word of a broker or surrogate host; is the base URL right?");
        }
    }

    /** The reason phrase, which is not trusted. */
    private static String reason(ClassicHttpResponse response) {
        String phrase = response.getReasonPhrase();
        return phrase == null || phrase.isEmpty() ? "" : " " + Quoted.line(phrase, MAX_QUOTED);
    }

    private static Optional<BanipException> toldBy(String document) {
        try {
            return Optional.of(ErrorAnswer.fromJson(document).toException());
        } catch (BanipException e) {
            return Optional.empty(); // another JSON document
        }
    }

    private static String contentType(ClassicHttpResponse response) {
        HttpEntity entity = response.getEntity();
        if (entity == null || entity.getContentType() == null) {
            return "nothing";
        }
        ContentType type = ContentType.parseLenient(entity.getContentType());
        return type == null ? "nothing" : type.getMimeType();
    }
}

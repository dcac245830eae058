package org.banip.mbu.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.uplink.AnswerHead;
import org.jspecify.annotations.Nullable;

/**
 * The answer of one request. An answer of another status than the expected one is an error, whose document is read first. Belongs to the
 * channel's thread.
 */
abstract class Answer {
    private final int status;
    private final String type;
    private final String request;
    private final ByteArrayOutputStream document = new ByteArrayOutputStream();
    private @Nullable AnswerHead head;

    /**
     * An answer to come.
     *
     * @param status the expected status
     * @param type the expected content type; empty for no body
     * @param request what is answered, for messages
     */
    Answer(int status, String type, String request) {
        this.status = status;
        this.type = type;
        this.request = request;
    }

    final void begin(HttpResponse response) throws IOException {
        AnswerHead seen = headOf(response);
        head = seen;
        if (seen.has(status)) {
            if (!type.isEmpty()) {
                seen.requireType(type, request);
            }
            accepted();
        }
    }

    private static AnswerHead headOf(HttpResponse response) {
        String contentType = response.headers().get("Content-Type", "");
        int end = contentType.indexOf(';');
        return new AnswerHead(
                response.status().code(),
                response.status().reasonPhrase(),
                (end < 0 ? contentType : contentType.substring(0, end)).trim(),
                Optional.ofNullable(response.headers().get(ContentDigest.HEADER)));
    }

    final void take(ByteBuf content) throws IOException {
        AnswerHead seen = head;
        if (seen == null || !content.isReadable()) {
            return;
        }
        byte[] bytes = ByteBufUtil.getBytes(content);
        if (seen.has(status)) {
            bytes(bytes);
        } else if (seen.isDocument()) {
            keep(bytes);
        }
    }

    /** Keeps bytes of a document, up to the maximum length. */
    final void keep(byte[] bytes) throws IOException {
        if (document.size() + bytes.length > Protocol.MAX_DOCUMENT) {
            throw new IOException("document in the answer is longer than " + Protocol.MAX_DOCUMENT + " bytes");
        }
        document.write(bytes, 0, bytes.length);
    }

    final void end() throws IOException {
        AnswerHead seen = head;
        if (seen == null) {
            throw new IOException(request + " was answered without a head");
        }
        String text = seen.text(document.toByteArray());
        if (!seen.has(status)) {
            refuse(seen, text);
        }
        ended(text);
    }

    private void refuse(AnswerHead seen, String text) throws IOException {
        try {
            seen.throwError(text, request);
        } catch (IOException | BanipException e) {
            refused(seen.status(), e);
            throw e;
        }
    }

    /** The head is the expected one. */
    void accepted() {}

    /**
     * The host, or something before it, answered with another status. The error follows as {@link #failed}, too.
     *
     * @param error a {@link BanipException} if the broker or the host has said what it is, else an {@link IOException}
     */
    void refused(int seenStatus, Exception error) {}

    /** Bytes of the expected body. */
    abstract void bytes(byte[] bytes) throws IOException;

    /** The expected answer has ended. The text is what was kept. */
    abstract void ended(String text) throws IOException;

    /** There will be no more, for this reason. */
    abstract void failed(Throwable reason);
}

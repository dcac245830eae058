package org.banip.wsb.relay;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.server.request.RequestBody;

/** Collects a registration document, whose length is bounded. No other bodies are collected. */
final class DocumentSink implements RequestBody.Sink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> document = new CompletableFuture<>();

    /** The document; fails with {@code TOO_LONG}. */
    CompletableFuture<byte[]> document() {
        return document;
    }

    @Override
    public void take(ByteBuffer more, Runnable done) {
        if (bytes.size() + more.remaining() > Protocol.MAX_DOCUMENT) {
            document.completeExceptionally(new BanipException(
                    ErrorCode.TOO_LONG, "registration exceeds limit of " + Protocol.MAX_DOCUMENT + " bytes"));
            return;
        }
        bytes.write(more.array(), more.arrayOffset() + more.position(), more.remaining());
        done.run();
    }

    @Override
    public void end() {
        document.complete(bytes.toByteArray());
    }
}

package org.banip.mbu.netty;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** An answer that is a document, or nothing. */
final class DocumentAnswer extends Answer {
    private final CompletableFuture<String> document;

    DocumentAnswer(int status, String type, String request, CompletableFuture<String> document) {
        super(status, type, request);
        this.document = document;
    }

    @Override
    void bytes(byte[] bytes) throws IOException {
        keep(bytes);
    }

    @Override
    void ended(String text) {
        document.complete(text);
    }

    @Override
    void failed(Throwable reason) {
        document.completeExceptionally(reason);
    }
}

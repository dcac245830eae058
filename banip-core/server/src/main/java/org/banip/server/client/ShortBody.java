package org.banip.server.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads an answer as text, and gives up if it is longer than a provider has any reason to send. One thread at a time. */
final class ShortBody implements HttpResponse.BodySubscriber<String> {
    /** Longest answer, in bytes. */
    static final int MOST_BYTES = 1 << 20;

    private final CompletableFuture<String> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    @Override
    public CompletionStage<String> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
        subscription = begun;
        begun.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            if (bytes.size() + piece.remaining() > MOST_BYTES) {
                if (subscription != null) {
                    subscription.cancel();
                }
                whole.completeExceptionally(new IOException("the answer is longer than " + MOST_BYTES + " bytes"));
                return;
            }
            byte[] copy = new byte[piece.remaining()];
            piece.get(copy);
            bytes.write(copy, 0, copy.length);
        }
    }

    @Override
    public void onError(Throwable cause) {
        whole.completeExceptionally(cause);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toString(StandardCharsets.UTF_8));
    }
}

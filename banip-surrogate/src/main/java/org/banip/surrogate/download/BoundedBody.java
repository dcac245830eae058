package org.banip.surrogate.download;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Gathers the body of an answer, and closes the connection as soon as the body exceeds its limit. Owned by the client's thread. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final int limit;
    private final long announced;
    private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    /**
     * A body.
     *
     * @param limit most bytes
     * @param announced what the head says, -1 if nothing
     */
    BoundedBody(int limit, long announced) {
        this.limit = limit;
        this.announced = announced;
    }

    /** The body is too long. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(String message) {
            super(message);
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (announced > limit) {
            tooLong("of " + announced + " bytes");
        } else {
            given.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > limit - gathered.size()) {
                tooLong("");
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            gathered.writeBytes(bytes);
        }
    }

    private void tooLong(String seen) {
        body.completeExceptionally(new TooLongException(seen));
        if (subscription != null) {
            subscription.cancel();
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(gathered.toByteArray());
    }
}

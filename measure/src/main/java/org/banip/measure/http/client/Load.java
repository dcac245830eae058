package org.banip.measure.http.client;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.banip.measure.http.transfer.Request;

/** One load: the first request, then all others at once. Checks every answer. Belongs to the event loop. */
final class Load {
    private static final int OK = 200;

    private final List<Request> requests;
    private final ConnectionPool pool;
    private final CompletableFuture<LoadResult> result = new CompletableFuture<>();
    private long beganNanos;
    private int left;
    private long bytes;
    private boolean tookEarly;

    Load(List<Request> requests, Connector connector) {
        this.requests = requests;
        pool = new ConnectionPool(connector);
        left = requests.size();
    }

    /** Begins. */
    void start() {
        beganNanos = System.nanoTime();
        pool.submit(requests.get(0), new Answer(requests.get(0), this::others));
    }

    /** Completes when all is loaded. */
    CompletableFuture<LoadResult> result() {
        return result;
    }

    private void others() {
        for (Request request : requests.subList(1, requests.size())) {
            pool.submit(request, new Answer(request, () -> {}));
        }
    }

    private void one() {
        left--;
        if (left == 0) {
            long nanos = System.nanoTime() - beganNanos;
            end();
            result.complete(new LoadResult(nanos, bytes, pool.connections(), pool.early(), tookEarly));
        }
    }

    /** Ends it, loaded or not. */
    void end() {
        pool.close();
    }

    private final class Answer implements Exchange.Outcome {
        private final Request request;
        private final Runnable next;

        Answer(Request request, Runnable next) {
            this.request = request;
            this.next = next;
        }

        @Override
        public void answered(int status, long length, int checksum, boolean early) {
            if (status != OK || length != request.answerBytes() || checksum != request.answerChecksum()) {
                failed(new IOException("answer to " + request.path() + ": status " + status + ", " + length
                        + " bytes, checksum " + checksum + "; expected " + request.answerBytes() + " bytes, checksum "
                        + request.answerChecksum()));
                return;
            }
            bytes += length;
            tookEarly |= early;
            next.run();
            one();
        }

        @Override
        public void failed(Throwable cause) {
            boolean unused = result.completeExceptionally(cause);
            end();
        }
    }
}

package org.banip.mbu.netty;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits on the thread {@code banip-send} for what the event loops do. */
final class Waiting {
    private Waiting() {}

    /**
     * The result.
     *
     * @param what the wait is for, for the message
     * @throws SocketTimeoutException if it takes longer
     */
    static <T> T within(long millis, String what, CompletableFuture<T> result) throws IOException {
        try {
            return result.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw (IOException)
                    new SocketTimeoutException(what + " was not answered within " + millis + " ms").initCause(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("told to end");
        } catch (ExecutionException e) {
            throw known(e.getCause() == null ? e : e.getCause());
        }
    }

    /** The end of something that takes as long as it takes. */
    static void forEnd(CompletableFuture<Void> end) throws IOException, InterruptedException {
        try {
            end.get();
        } catch (ExecutionException e) {
            throw known(e.getCause() == null ? e : e.getCause());
        }
    }

    /** A fault of the connection, which is always a break. */
    static IOException asBreak(Throwable reason) {
        return reason instanceof IOException known ? known : new IOException(reason.toString(), reason);
    }

    /** The exception for the caller. Throws it if it is unchecked: an error of the host, or of the MBU itself. */
    static IOException known(Throwable reason) {
        if (reason instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (reason instanceof Error error) {
            throw error;
        }
        return reason instanceof IOException known
                ? known
                : new IOException(String.valueOf(reason.getMessage()), reason);
    }
}

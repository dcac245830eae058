package org.banip.mbu.netty;

import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits on the thread {@code banip-send} for attempts to connect, two of which may be under way. */
final class Attempts {
    private Attempts() {}

    /** Waits for the end of an attempt, at most for this time. Returns whether it has ended. */
    static boolean hasEndedWithin(long millis, CompletableFuture<?> attempt) throws IOException {
        try {
            Object unusedResult = attempt.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("told to end");
        }
    }

    static boolean hasSucceeded(CompletableFuture<?> attempt) {
        return attempt.isDone() && !attempt.isCompletedExceptionally();
    }

    /** Whether an attempt ended because the broker speaks another protocol: it can be reached. */
    static boolean hasFoundOther(CompletableFuture<?> attempt) {
        try {
            Object unusedResult = attempt.getNow(null);
            return false;
        } catch (CompletionException e) {
            return isOther(e);
        } catch (RuntimeException e) {
            return false; // cancelled
        }
    }

    private static boolean isOther(Throwable failure) {
        return failure instanceof OtherProtocolException || failure.getCause() instanceof OtherProtocolException;
    }

    /** Completed when one of two attempts has reached the broker, or both have failed. */
    static CompletableFuture<?> first(CompletableFuture<Channel> one, CompletableFuture<Channel> other) {
        return CompletableFuture.anyOf(reached(one, other), reached(other, one));
    }

    private static CompletableFuture<Channel> reached(
            CompletableFuture<Channel> attempt, CompletableFuture<Channel> other) {
        return attempt.handle((channel, failure) ->
                        failure == null || isOther(failure) ? CompletableFuture.completedFuture(channel) : other)
                .thenCompose(next -> next);
    }
}

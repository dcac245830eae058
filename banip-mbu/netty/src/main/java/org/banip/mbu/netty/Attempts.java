package org.banip.mbu.netty;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

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
    static CompletableFuture<?> first(CompletableFuture<?> one, CompletableFuture<?> other) {
        CompletableFuture<Boolean> first = new CompletableFuture<>();
        CompletableFuture<?> unusedOne = one.whenComplete((channel, failure) -> ended(failure, other, first));
        CompletableFuture<?> unusedOther = other.whenComplete((channel, failure) -> ended(failure, one, first));
        return first;
    }

    private static void ended(
            @Nullable Throwable failure, CompletableFuture<?> other, CompletableFuture<Boolean> first) {
        if (failure == null || isOther(failure) || other.isDone()) {
            first.complete(true);
        }
    }
}

package org.banip.surrogate.store;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Errors of a store when its database fails. */
final class StoreFailure {
    private StoreFailure() {}

    /** A batch's exception may quote the failed row. Its cause has the reason without the row. */
    static BanipException of(String where, String what, Throwable cause) {
        SQLException behind = cause instanceof BatchUpdateException batch ? batch.getNextException() : null;
        Throwable reason = behind == null ? cause : behind;
        return new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE, "store " + where + " " + what + ": " + reason.getMessage(), reason);
    }

    /** What the writer's thread did; an error if that takes too long. */
    static <T> T awaited(String where, CompletableFuture<T> done, Duration patience) {
        try {
            return done.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw of(where, "did not write within " + patience.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof BanipException known ? known : of(where, "cannot be written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw of(where, "was not written: interrupted", e);
        }
    }
}

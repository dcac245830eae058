package org.banip.wsb.jwt;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Where the keys come from. Any thread. */
interface Keys extends AutoCloseable {
    /** Those in force; at once. */
    KeySet now();

    /** Reads them again, because a token names a key that is unknown, unless that has just happened; completes when it is done. */
    default CompletionStage<Void> again() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    default void close() {}
}

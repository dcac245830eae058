package org.banip.measure.cpi;

import java.util.concurrent.CompletableFuture;

/**
 * The transfer capacity as far as a run has shown it, so that runs at a share of it need not wait for its end. Written by one thread,
 * awaited by any.
 */
final class CapacityEstimate {
    /** After so much of the run it is told. */
    private static final double ENOUGH = 0.3;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long bytesOfRun;
    private final CompletableFuture<Double> known = new CompletableFuture<>();
    private long firstNanos;
    private long firstBytes;

    /** Nothing known yet of a run of so many bytes. */
    CapacityEstimate(long bytesOfRun) {
        this.bytesOfRun = bytesOfRun;
    }

    /** So much has been delivered at a time. */
    void delivered(long nanos, long bytes) {
        if (firstBytes == 0) {
            firstNanos = nanos;
            firstBytes = bytes;
        } else if (bytes - firstBytes >= ENOUGH * bytesOfRun) {
            known.complete((bytes - firstBytes) * NANOS_PER_SECOND / (nanos - firstNanos));
        }
    }

    /** The run has shown it. */
    void measured(double bytesPerSecond) {
        known.complete(bytesPerSecond);
    }

    /** The run has failed. */
    void failed(Exception cause) {
        known.completeExceptionally(cause);
    }

    /** Bytes a second, once known. */
    CompletableFuture<Double> known() {
        return known;
    }
}

package org.banip.measure.jini;

import java.time.Duration;
import java.util.List;

/**
 * What is measured.
 *
 * @param batches events in a call, 1 to 4,096 each; {@value #ADAPTIVE}: as the product does it
 * @param tls with TLS, without, or both
 * @param warmUp how long each source sends before its first window
 * @param window how long each window is
 */
public record FeedSettings(List<Integer> batches, List<Boolean> tls, Duration warmUp, Duration window) {
    /** Stands for batches that adapt to the load. */
    public static final int ADAPTIVE = 0;
    /** Sensor sets in a packet. */
    public static final int UNITS = 72;

    /** Most packets in a call. */
    public static final int MOST = 4096;

    /** Checks the batches. */
    public FeedSettings {
        batches = List.copyOf(batches);
        tls = List.copyOf(tls);
        if (batches.isEmpty() || batches.stream().anyMatch(events -> events < 0 || events > MOST)) {
            throw new IllegalArgumentException(
                    "batches " + batches + ", allowed are numbers from 1 to " + MOST + " and adaptive");
        }
    }

    /** The name of such batches. */
    static String name(int batches) {
        return batches == ADAPTIVE ? "adaptive" : Integer.toString(batches);
    }
}

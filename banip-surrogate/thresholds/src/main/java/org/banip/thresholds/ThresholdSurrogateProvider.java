package org.banip.thresholds;

import java.util.concurrent.CompletableFuture;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateProvider;

/** The type {@code thresholds}. */
public final class ThresholdSurrogateProvider implements SurrogateProvider {
    /** The type's name in registrations. */
    public static final String NAME = "thresholds";

    private final SharedClient http = new SharedClient();

    /** For the service loader. */
    public ThresholdSurrogateProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CompletableFuture<Surrogate> create() {
        return CompletableFuture.completedFuture(new ThresholdSurrogate(http));
    }
}

package org.banip.thresholds;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateProvider;

/** The type {@code thresholds}. */
public final class ThresholdSurrogateProvider implements SurrogateProvider {
    /** The type's name in registrations. */
    public static final String NAME = "thresholds";

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** Shared by the surrogates; follows no redirect, so that alerts go to the operator's URL only. */
    private final HttpClient http = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();

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

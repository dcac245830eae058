package org.banip.surrogate.download;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.settings.JarOrigin;

/**
 * Makes surrogates from the jar at one URL.
 *
 * @param jars fetches it
 * @param origin names the threads that begin the fetches from there; so their number is bounded, whatever URLs MBUs think of
 * @param url names the jar
 */
record JarProvider(SurrogateJars jars, JarOrigin origin, String url) implements SurrogateProvider {
    @Override
    public String name() {
        return "jar-" + origin.toString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    @Override
    public CompletableFuture<Surrogate> create() {
        CompletableFuture<SurrogateJar> fetched = jars.fetch(url);
        CompletableFuture<Surrogate> made = fetched.thenApply(SurrogateJar::create);
        CompletableFuture<?> unused = made.whenComplete((surrogate, failure) -> {
            if (made.isCancelled()) {
                fetched.cancel(false);
            }
        });
        return made;
    }
}

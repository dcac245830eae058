package org.banip.surrogate.activation;

import java.util.concurrent.CompletableFuture;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;

/** The surrogate every host knows: its BAN is stored and shown live by the host, and it does nothing beside. */
final class StandardSurrogateProvider implements SurrogateProvider {
    @Override
    public String name() {
        return RegistrationRequest.STANDARD_SURROGATE;
    }

    @Override
    public CompletableFuture<Surrogate> create() {
        return CompletableFuture.completedFuture(new Surrogate() {
            @Override
            public void activate(HostContext host, SurrogateContext context) {}

            @Override
            public void deactivate() {}
        });
    }
}

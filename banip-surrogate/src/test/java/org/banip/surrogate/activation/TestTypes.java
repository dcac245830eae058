package org.banip.surrogate.activation;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.wire.TestMbu;

/** Types of surrogates that do what a test says. */
final class TestTypes {
    private TestTypes() {}

    /** What an activation does. */
    interface Activation {
        void activate(HostContext host, SurrogateContext context) throws Exception;
    }

    /** A type whose surrogates are made by this. */
    static SurrogateProvider made(String name, Supplier<CompletableFuture<Surrogate>> create) {
        return new SurrogateProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public CompletableFuture<Surrogate> create() {
                return create.get();
            }
        };
    }

    /** A type whose surrogates are there at once, and note in this list what happens to them. */
    static SurrogateProvider noting(String name, List<String> events, Activation activation) {
        return made(name, () -> CompletableFuture.completedFuture(surrogate(events, activation)));
    }

    static Surrogate surrogate(List<String> events, Activation activation) {
        return new Surrogate() {
            @Override
            public void activate(HostContext host, SurrogateContext context) throws Exception {
                events.add("activating");
                activation.activate(host, context);
                events.add("activated");
            }

            @Override
            public void deactivate() {
                events.add("deactivated");
            }
        };
    }

    /** Waits as a thread does that hangs: an interrupt does not end it. */
    static void hang(CountDownLatch until) {
        boolean waits = true;
        while (waits) {
            try {
                until.await();
                waits = false;
            } catch (InterruptedException e) {
                // It hangs.
            }
        }
    }

    /** The registration of an MBU that wants this type. */
    static String registration(TestMbu mbu, String type) {
        RegistrationRequest plain = mbu.registration();
        return plain.toBuilder().surrogateType(type).build().toJson();
    }
}

package org.banip.surrogate.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Surrogates are activated by name, with what their host offers, and deactivated when their interconnect ends. */
class SurrogateLifeTest {
    @TempDir
    private Path directory;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private RunningHost host;

    @BeforeEach
    void start() {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.surrogateType(type("counting", this::count))
                        .surrogateType(type("refusing", (offers, context) -> {
                            throw new IllegalStateException("refused on purpose");
                        }))
                        .surrogateType(type("incomplete", (offers, context) -> {
                            throw new NoClassDefFoundError("on purpose");
                        }))
                        .surrogateType(type("leaving", (offers, context) -> offers.cancelActivation()))
                        .offer(String.class, "a lookup service"));
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void surrogateIsActivatedWithItsHostAndItsBanAndDeactivatedAtTheEnd() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        assertThat(post(mbu, "counting").status()).isEqualTo(201);
        mbu.send(0, 2);
        await().untilAsserted(() ->
                assertThat(events).containsExactly("active at a lookup service for ban-17", "data", "data"));
        mbu.delete();
        await().untilAsserted(() -> assertThat(events).endsWith("deactivated"));
    }

    @Test
    void surrogateThatCannotBeActivatedRefusesTheRegistration() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        assertThat(post(mbu, "refusing").error()).isEqualTo("internal");
        assertThat(post(new TestMbu(host.base()), "leaving").error()).isEqualTo("unknown-interconnect");
        assertThat(host.host().surrogates()).isEmpty();
        assertThat(mbu.send(0, 1).error()).isEqualTo("unknown-interconnect");
    }

    @Test
    void surrogatesThatMissAClassTakeNoPlaceOfTheirIdentity() throws IOException {
        for (int i = 0; i < 2 * HostLimits.DEFAULT.interconnectsPerIdentity(); i++) {
            assertThat(post(new TestMbu(host.base()), "incomplete").error()).isEqualTo("internal");
        }
        assertThat(host.host().surrogates()).isEmpty();
        assertThat(post(new TestMbu(host.base()), "counting").status()).isEqualTo(201);
    }

    @Test
    void surrogateIsDeactivatedWhenTheHostStops() throws IOException {
        post(new TestMbu(host.base()), "counting");
        host.host().close();
        assertThat(events).endsWith("deactivated");
    }

    private static WireAnswer post(TestMbu mbu, String type) throws IOException {
        RegistrationRequest plain = mbu.registration();
        return mbu.post(new RegistrationRequest(plain.session(), type, plain.chain(), Map.of(), plain.ban()).toJson());
    }

    private void count(HostContext offers, SurrogateContext context) {
        events.add("active at " + offers.find(String.class).orElse("nothing") + " for "
                + context.handle().description().ban().id());
        assertThat(offers.find(Integer.class)).isEmpty();
        context.subscribe(data -> events.add("data"));
    }

    private SurrogateProvider type(String name, BiConsumer<HostContext, SurrogateContext> activation) {
        return new SurrogateProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Surrogate create() {
                return new Surrogate() {
                    @Override
                    public void activate(HostContext offers, SurrogateContext context) {
                        activation.accept(offers, context);
                    }

                    @Override
                    public void deactivate() {
                        events.add("deactivated");
                    }
                };
            }
        };
    }
}

package org.banip.surrogate.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Patience;
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
    private volatile CountDownLatch slow = new CountDownLatch(0);
    private volatile SurrogateContext slowContext;
    private volatile Subscription subscription;
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
                        .surrogateType(new SurrogateProvider() {
                            @Override
                            public String name() {
                                return "unmade";
                            }

                            @Override
                            public CompletableFuture<Surrogate> create() {
                                throw new IllegalStateException("not made on purpose");
                            }
                        })
                        .surrogateType(type("slow", this::listenSlowly))
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
        WireAnswer refused = post(mbu, "refusing");
        assertThat(refused.error()).isEqualTo("internal");
        assertThat(refused.message())
                .isEqualTo(
                        "a surrogate of type refusing could not be activated: IllegalStateException: refused on purpose");
        assertThat(post(new TestMbu(host.base()), "incomplete").message())
                .isEqualTo("a surrogate of type incomplete could not be activated: NoClassDefFoundError: on purpose");
        assertThat(post(new TestMbu(host.base()), "unmade").message())
                .isEqualTo(
                        "a surrogate of type unmade could not be created: IllegalStateException: not made on purpose");
        assertThat(post(new TestMbu(host.base()), "leaving").error()).isEqualTo("unknown-interconnect");
        assertThat(host.host().surrogates()).isEmpty();
        assertThat(mbu.send(0, 1).error()).isEqualTo("unknown-interconnect");
    }

    @Test
    void unknownTypeIsRefusedWithTheKnownOnes() throws IOException {
        WireAnswer refused = post(new TestMbu(host.base()), "absent");
        assertThat(refused.error()).isEqualTo("unknown-surrogate-type");
        assertThat(refused.message())
                .isEqualTo("surrogate type 'absent' is not known here, known are "
                        + "[counting, incomplete, leaving, refusing, slow, standard, unmade]");
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
    void refusedActivationsLeaveNothingInTheStore() throws IOException {
        for (String type : List.of("refusing", "incomplete", "unmade")) {
            assertThat(post(new TestMbu(host.base()), type).error()).isEqualTo("internal");
        }
        assertThat(host.host().store().interconnects()).isEmpty();
    }

    @Test
    void refusedActivationsGiveTheMemoryOfTheirDecodersBack() throws IOException {
        for (String type : List.of("refusing", "incomplete", "unmade")) {
            TestMbu mbu = new TestMbu(host.base(), Map.of(), "packetizer(units=4,hold=0)|deflate(level=6)");
            assertThat(post(mbu, type).error()).isEqualTo("internal");
            assertThat(host.host().statistics().heldBytes()).as(type).isZero();
        }
        TestMbu leaving = new TestMbu(host.base(), Map.of(), "packetizer(units=4,hold=0)|deflate(level=6)");
        assertThat(post(leaving, "leaving").error()).isEqualTo("unknown-interconnect");
        await().until(() -> host.host().statistics().heldBytes() == 0);
        TestMbu served = new TestMbu(host.base(), Map.of(), "packetizer(units=4,hold=0)|deflate(level=6)");
        assertThat(post(served, "counting").status()).isEqualTo(201);
        assertThat(host.host().statistics().heldBytes()).isPositive();
    }

    @Test
    void surrogateIsDeactivatedWhenTheHostStops() throws IOException {
        post(new TestMbu(host.base()), "counting");
        host.host().close();
        assertThat(events).endsWith("deactivated");
    }

    @Test
    void subscriptionGetsWhatWaitsBeforeTheSurrogateIsDeactivated() throws Exception {
        CountDownLatch goesOn = new CountDownLatch(1);
        TestMbu mbu = mbuWithSlowListener(goesOn);
        mbu.delete();
        await().until(() -> host.host().surrogates().isEmpty());
        assertThat(events).isEmpty();
        goesOn.countDown();
        await().untilAsserted(() -> assertThat(events).endsWith("deactivated"));
        assertThat(events).containsExactly("data 0", "data 1", "data 2", "disappeared", "deactivated");
        assertThat(subscription.statistics()).isEqualTo(new SubscriberStatistics(3, 0, 0, 0, 0, 0));
    }

    @Test
    void nextSurrogateOfASessionIsActivatedAfterTheLastOneIsDeactivated() throws Exception {
        CountDownLatch goesOn = new CountDownLatch(1);
        TestMbu mbu = mbuWithSlowListener(goesOn);
        mbu.delete();
        CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> {
            try {
                return post(mbu, "slow").status();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        await().until(() -> host.host().surrogates().isEmpty());
        goesOn.countDown();
        assertThat(Patience.get(status)).isEqualTo(201);
        mbu.send(3, 5);
        await().until(() -> events.size() == 7);
        assertThat(events)
                .containsExactly("data 0", "data 1", "data 2", "disappeared", "deactivated", "data 3", "data 4");
    }

    @Test
    void listenerThatDoesNotReturnIsToldWhatItMissed() throws Exception {
        TestMbu mbu = mbuWithSlowListener(new CountDownLatch(1));
        mbu.delete();
        await().untilAsserted(() -> assertThat(events).contains("deactivated"));
        assertThat(events).containsExactly("data 0", "missed 2", "disappeared", "deactivated");
        SubscriberStatistics expected = new SubscriberStatistics(1, 2, 2 * TestMbu.UNITS, 0, 0, 0);
        assertThat(subscription.statistics()).isEqualTo(expected);
        assertThat(host.host().statistics().live()).isEqualTo(expected);
    }

    @Test
    void subscriptionAfterTheEndLeavesNoThread() throws Exception {
        CountDownLatch goesOn = new CountDownLatch(0);
        mbuWithSlowListener(goesOn).delete();
        await().untilAsserted(() -> assertThat(events).endsWith("deactivated"));
        slowContext.subscribe(data -> events.add("late"));
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("banip-subscriber-surrogate-")));
        assertThat(host.host().statistics().subscribers()).isZero();
    }

    /** Three packets are in its queue or with its listener, which waits in the first until it may go on. */
    private TestMbu mbuWithSlowListener(CountDownLatch goesOn) throws Exception {
        slow = goesOn;
        TestMbu mbu = new TestMbu(host.base());
        assertThat(post(mbu, "slow").status()).isEqualTo(201);
        mbu.send(0, 3);
        await().until(() -> {
            SubscriberStatistics now = subscription.statistics();
            return now.delivered() + now.waitingEvents() == 3 && now.delivered() > 0;
        });
        return mbu;
    }

    private void listenSlowly(HostContext offers, SurrogateContext context) {
        slowContext = context;
        subscription = context.subscribe(new SurrogateListener() {
            @Override
            public void delivered(SensorData data) {
                try {
                    slow.await();
                } catch (InterruptedException e) {
                    // The host's patience is over.
                }
                events.add("data " + data.header().sequence());
            }

            @Override
            public void missed(SurrogateDescription surrogate, long packets, long units) {
                events.add("missed " + packets);
            }

            @Override
            public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
                events.add("disappeared");
            }
        });
    }

    private static WireAnswer post(TestMbu mbu, String type) throws IOException {
        RegistrationRequest plain = mbu.registration();
        return mbu.post(plain.toBuilder().surrogateType(type).build().toJson());
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
            public CompletableFuture<Surrogate> create() {
                return CompletableFuture.completedFuture(new Surrogate() {
                    @Override
                    public void activate(HostContext offers, SurrogateContext context) {
                        activation.accept(offers, context);
                    }

                    @Override
                    public void deactivate() {
                        events.add("deactivated");
                    }
                });
            }
        };
    }
}

package org.banip.surrogate.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Surrogates whose creation or activation takes long, hangs, or ends before it is over. */
class ActivationTest {
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofMillis(200);

    @TempDir
    private Path directory;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicReference<HostContext> offers = new AtomicReference<>();
    private final ExecutorService mbus = Executors.newCachedThreadPool();
    private RunningHost host;

    @AfterEach
    void stop() {
        goesOn.countDown();
        mbus.shutdownNow();
        host.close();
    }

    private void start(Duration limit, SurrogateProvider... types) {
        HostLimits limits = HostLimits.builder()
                .activation(limit)
                .interconnectsPerIdentity(100)
                .build();
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> {
            builder.limits(limits);
            for (SurrogateProvider type : types) {
                builder.surrogateType(type);
            }
        });
    }

    /** A type that hangs in its activation. */
    private SurrogateProvider hanging() {
        return TestTypes.noting("hanging", events, (here, context) -> {
            offers.set(here);
            TestTypes.hang(goesOn);
        });
    }

    private WireAnswer post(TestMbu mbu, String type) {
        try {
            return mbu.post(TestTypes.registration(mbu, type));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CompletableFuture<WireAnswer> postAside(TestMbu mbu, String type) {
        return CompletableFuture.supplyAsync(() -> post(mbu, type), mbus);
    }

    /** On a busy machine the time may be over before the surrogate's code has begun; then it never does. */
    private WireAnswer refusedOnceBegun(TestMbu mbu, String type, BooleanSupplier begun) {
        WireAnswer refused = post(mbu, type);
        while (!begun.getAsBoolean()) {
            refused = post(mbu, type);
        }
        return refused;
    }

    @Test
    void hangingActivationsDelayNoOtherSession() throws Exception {
        List<String> others = new CopyOnWriteArrayList<>();
        start(NEVER, hanging(), TestTypes.noting("other", others, (here, context) -> {}));
        List<CompletableFuture<WireAnswer>> waiting = new ArrayList<>();
        for (int i = 0; i < SurrogateThreads.MOST_OF_A_TYPE + 4; i++) {
            waiting.add(postAside(new TestMbu(host.base()), "hanging"));
        }
        await().until(() -> events.size() == SurrogateThreads.MOST_OF_A_TYPE);

        TestMbu standard = new TestMbu(host.base());
        standard.register();
        assertThat(standard.send(0, 2).acknowledged()).containsExactly(2L, 0L);
        assertThat(standard.delete().status()).isEqualTo(204);
        TestMbu other = new TestMbu(host.base());
        assertThat(post(other, "other").status()).isEqualTo(201);
        assertThat(other.delete().status()).isEqualTo(204);
        await().untilAsserted(() -> assertThat(others).containsExactly("activating", "activated", "deactivated"));
        assertThat(waiting).noneMatch(CompletableFuture::isDone);

        goesOn.countDown();
        for (CompletableFuture<WireAnswer> answer : waiting) {
            assertThat(Patience.get(answer).status()).isEqualTo(201);
        }
    }

    @Test
    void activationThatTakesTooLongIsToldToTryAgainAndDeactivatedWhenItIsOver() throws Exception {
        start(SOON, hanging());
        TestMbu mbu = new TestMbu(host.base());
        WireAnswer refused = refusedOnceBegun(mbu, "hanging", () -> !events.isEmpty());
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.error()).isEqualTo("limit-reached");
        assertThat(refused.message())
                .isEqualTo("the surrogate of type 'hanging' was not active within 200 ms: try again later");
        assertThat(host.host().store().interconnects()).isEmpty();
        assertThat(host.host().statistics().heldBytes()).isZero();
        assertThat(mbu.send(0, 1).error()).isEqualTo("unknown-interconnect");
        assertThat(events).containsExactly("activating");

        goesOn.countDown();
        await().until(() -> post(mbu, "hanging").status() == 201);
        assertThat(events).startsWith("activating", "activated", "deactivated").endsWith("activating", "activated");
        assertThat(events.stream().filter("deactivated"::equals))
                .hasSize((int) events.stream().filter("activated"::equals).count() - 1);
    }

    @Test
    void activationThatIsInterruptedAndFailsIsNotDeactivated() {
        start(SOON, TestTypes.noting("patient", events, (here, context) -> goesOn.await()));
        assertThat(refusedOnceBegun(new TestMbu(host.base()), "patient", () -> !events.isEmpty())
                        .error())
                .isEqualTo("limit-reached");
        host.host().close();
        assertThat(events).containsExactly("activating");
    }

    @Test
    void creationForWhichNobodyWaitsIsCancelled() {
        CompletableFuture<Surrogate> created = new CompletableFuture<>();
        AtomicBoolean asked = new AtomicBoolean();
        AtomicReference<String> thread = new AtomicReference<>("none");
        CompletableFuture<?> unused = created.whenComplete(
                (made, failure) -> thread.set(Thread.currentThread().getName()));
        start(SOON, TestTypes.made("fetched", () -> {
            asked.set(true);
            return created;
        }));
        assertThat(refusedOnceBegun(new TestMbu(host.base()), "fetched", asked::get)
                        .error())
                .isEqualTo("limit-reached");
        await().until(created::isCancelled);
        await().untilAsserted(() -> assertThat(thread.get()).startsWith("banip-surrogate-fetched-"));
    }

    @Test
    void retriesDoNotPileUpWhileASurrogateHangs() throws Exception {
        start(SOON, hanging());
        TestMbu mbu = new TestMbu(host.base());
        WireAnswer unused = refusedOnceBegun(mbu, "hanging", () -> !events.isEmpty());
        CompletableFuture<WireAnswer> one = postAside(mbu, "hanging");
        CompletableFuture<WireAnswer> other = postAside(mbu, "hanging");
        Object unusedFirst = Patience.get(CompletableFuture.anyOf(one, other));
        WireAnswer refused = one.isDone() ? Patience.get(one) : Patience.get(other);
        assertThat(refused.error()).isEqualTo("storage-unavailable");
        assertThat(refused.message())
                .endsWith("or its surrogate is still active, and another registration waits for that");
        goesOn.countDown();
        await().until(() -> post(mbu, "hanging").status() == 201);
        Object unusedLast = Patience.get(CompletableFuture.allOf(one, other));
    }

    @Test
    void surrogateThatComesLateIsDeactivatedWithoutActivation() {
        AtomicBoolean asked = new AtomicBoolean();
        start(SOON, TestTypes.made("late", () -> {
            asked.set(true);
            TestTypes.hang(goesOn);
            return CompletableFuture.completedFuture(TestTypes.surrogate(events, (here, context) -> {}));
        }));
        assertThat(refusedOnceBegun(new TestMbu(host.base()), "late", asked::get)
                        .error())
                .isEqualTo("limit-reached");
        goesOn.countDown();
        host.host().close();
        assertThat(events).containsExactly("deactivated");
    }

    @Test
    void surrogateMayBeCreatedLaterOnAnyThreadAndIsActivatedOnOneOfItsType() throws Exception {
        CompletableFuture<Surrogate> created = new CompletableFuture<>();
        AtomicReference<String> thread = new AtomicReference<>();
        CountDownLatch asked = new CountDownLatch(1);
        start(NEVER, TestTypes.made("fetched", () -> {
            asked.countDown();
            return created;
        }));
        CompletableFuture<WireAnswer> answer = postAside(new TestMbu(host.base()), "fetched");
        Patience.await(asked);
        assertThat(answer).isNotDone();
        created.complete(TestTypes.surrogate(
                events, (here, context) -> thread.set(Thread.currentThread().getName())));
        assertThat(Patience.get(answer).status()).isEqualTo(201);
        assertThat(thread.get()).startsWith("banip-surrogate-fetched-");
    }

    @Test
    @SuppressWarnings("NullAway") // what a careless provider does
    void providerWithoutAFutureRefusesEachRegistration() {
        start(NEVER, TestTypes.made("careless", () -> null));
        TestMbu mbu = new TestMbu(host.base());
        for (int i = 0; i < 2; i++) {
            WireAnswer answer = post(mbu, "careless");
            assertThat(answer.error()).isEqualTo("internal");
            assertThat(answer.message())
                    .isEqualTo("a surrogate of type careless could not be created: NullPointerException:"
                            + " its provider returned no future");
        }
    }

    @Test
    void creationThatFailsLaterRefusesTheRegistration() throws Exception {
        CompletableFuture<Surrogate> created = new CompletableFuture<>();
        start(NEVER, TestTypes.made("fetched", () -> created));
        CompletableFuture<WireAnswer> answer = postAside(new TestMbu(host.base()), "fetched");
        created.completeExceptionally(new IOException("404 for the jar"));
        assertThat(Patience.get(answer).error()).isEqualTo("internal");
        assertThat(Patience.get(answer).message())
                .isEqualTo("a surrogate of type fetched could not be created: IOException: 404 for the jar");
    }

    @Test
    void registrationsOfOneSessionWaitForOneSurrogate() throws Exception {
        start(NEVER, hanging());
        TestMbu mbu = new TestMbu(host.base());
        CompletableFuture<WireAnswer> first = postAside(mbu, "hanging");
        await().until(() -> events.contains("activating"));
        CompletableFuture<WireAnswer> second = postAside(mbu, "hanging");
        assertThat(post(mbu, "standard").error()).isEqualTo("session-mismatch");
        goesOn.countDown();
        assertThat(Patience.get(first).status()).isEqualTo(201);
        assertThat(Patience.get(second).status()).isEqualTo(201);
        assertThat(events).containsExactly("activating", "activated");
    }

    @Test
    void deregistrationEndsAnActivation() throws Exception {
        start(NEVER, hanging());
        TestMbu mbu = new TestMbu(host.base());
        CompletableFuture<WireAnswer> answer = postAside(mbu, "hanging");
        await().until(() -> events.contains("activating"));
        assertThat(mbu.delete().status()).isEqualTo(204);
        assertThat(Patience.get(answer).error()).isEqualTo("unknown-interconnect");
        assertThat(events).containsExactly("activating");
        goesOn.countDown();
        await().untilAsserted(() -> assertThat(events).containsExactly("activating", "activated", "deactivated"));
    }

    @Test
    void activationIsCancelledFromAnotherThread() throws Exception {
        start(NEVER, hanging());
        CompletableFuture<WireAnswer> answer = postAside(new TestMbu(host.base()), "hanging");
        await().until(() -> offers.get() != null);
        offers.get().cancelActivation();
        offers.get().cancelActivation();
        assertThat(Patience.get(answer).error()).isEqualTo("unknown-interconnect");
        assertThat(Patience.get(answer).message()).isEqualTo("the surrogate cancelled its activation");
        goesOn.countDown();
        await().untilAsserted(() -> assertThat(events).containsExactly("activating", "activated", "deactivated"));
    }

    @Test
    void hostThatStopsEndsActivations() throws Exception {
        start(NEVER, TestTypes.noting("slow", events, (here, context) -> {
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                events.add("interrupted");
            }
        }));
        CompletableFuture<WireAnswer> answer = postAside(new TestMbu(host.base()), "slow");
        await().until(() -> events.contains("activating"));
        host.host().close();
        assertThat(Patience.get(answer).error()).isEqualTo("host-unavailable");
        assertThat(events).containsExactly("activating", "interrupted", "activated", "deactivated");
    }
}

package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.wire.Patience.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.banip.alerts.AlertRules;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.server.audit.Audit;
import org.banip.surrogate.activation.SurrogateTypes;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.detection.AbsentBans;
import org.banip.surrogate.detection.BanDetectors;
import org.banip.surrogate.detection.BanFindings;
import org.banip.surrogate.detection.DetectorFaults;
import org.banip.surrogate.detection.IdleDetectors;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.settings.ReorderLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.subscriber.Subscribers;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A surrogate is deactivated once, at once, also if its interconnect ends while the workers have no room for anything. */
class DeactivationTest {
    @TempDir
    private Path directory;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch busy = new CountDownLatch(1);
    private final Workers workers = new Workers(2);
    private Store store;
    private Interconnects interconnects;

    @BeforeEach
    void start() {
        store = JdbcStore.open(directory.resolve("store.db"));
        HostClock clock = HostClock.system();
        interconnects = new Interconnects(new HostParts(
                store,
                Transcoders.installed(),
                new SurrogateTypes(List.of(new Recording())),
                new NoOffers(),
                new Subscribers(),
                LivenessSettings.DEFAULT,
                HostLimits.DEFAULT,
                ReorderLimits.DEFAULT,
                clock,
                workers,
                new Quotas(QuotaSettings.DEFAULT, store, clock),
                new StorageLog(clock),
                new MemoryQuota(HostLimits.DEFAULT),
                new HostCounters(Set.of()),
                Audit.OFF,
                new BanDetectors(
                        () -> AlertRules.NONE,
                        0,
                        BanFindings.NOBODY,
                        store,
                        Transcoders.installed(),
                        clock,
                        new AbsentBans(() -> AlertRules.NONE, 0, BanFindings.NOBODY, store, clock, Duration.ZERO),
                        new DetectorFaults(() -> AlertRules.NONE),
                        new IdleDetectors(() -> AlertRules.NONE, clock))));
    }

    @AfterEach
    void stop() {
        busy.countDown();
        interconnects.close();
        workers.close();
        store.close();
    }

    private static final class NoOffers implements HostContext {
        @Override
        public <T> Optional<T> find(Class<T> type) {
            return Optional.empty();
        }

        @Override
        public void cancelActivation() {}
    }

    private final class Recording implements SurrogateProvider {
        @Override
        public String name() {
            return "recording";
        }

        @Override
        public CompletableFuture<Surrogate> create() {
            return CompletableFuture.completedFuture(new Surrogate() {
                @Override
                public void activate(HostContext host, SurrogateContext context) {
                    events.add("activated");
                }

                @Override
                public void deactivate() {
                    events.add("deactivated");
                }
            });
        }
    }

    /** It would take the session from the host where it is by now. */
    @Test
    void registrationThatNobodyWaitsForBeginsNothing() {
        RegistrationRequest request = new TestMbu(URI.create("http://localhost/")).registration();
        assertThatThrownBy(() ->
                        interconnects.register(request, "somebody", () -> false).get())
                .hasMessageContaining("nobody waits for this registration any more");
        assertThat(store.find(request.session())).isEmpty();
    }

    @Test
    void surrogateIsDeactivatedOnceAlthoughTheWorkersHaveNoRoom() throws Exception {
        RegistrationRequest plain = new TestMbu(URI.create("http://localhost/")).registration();
        UUID session = plain.session();
        interconnects
                .register(
                        plain.toBuilder()
                                .session(session)
                                .surrogateType("recording")
                                .build(),
                        "somebody",
                        () -> true)
                .get();
        fillWorkers(session);

        interconnects.end(interconnects.find(session).orElseThrow(), Disappearance.DEREGISTERED);
        await().until(() -> events.size() > 1);
        busy.countDown();
        interconnects.tick();
        interconnects.close();
        assertThat(events).containsExactly("activated", "deactivated");
    }

    /** One task runs and one waits: two are all that the workers take. */
    private void fillWorkers(UUID session) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        workers.inOrder(session, () -> {
            begun.countDown();
            awaitBusy();
        });
        begun.await();
        workers.inOrder(session, () -> {});
        assertThatThrownBy(() -> workers.inOrder(session, () -> {})).isInstanceOf(BanipException.class);
    }

    private void awaitBusy() {
        try {
            busy.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package org.banip.surrogate.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each surrogate is deactivated exactly once, whatever ends it: the MBU, expiry, itself, its activation's limit, the host, several of them at the
 * same time. What happens when is drawn from a seed.
 */
class ActivationRaceTest {
    private static final int ROUNDS = 30;
    private static final int MBUS = 4;
    private static final int LONGEST_MICROS = 4000;

    @TempDir
    private Path directory;

    private final List<Watched> all = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger deactivated = new AtomicInteger();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** A surrogate that counts its calls, and ends itself in many ways. */
    private final class Watched implements Surrogate {
        private final Random random;
        private final AtomicBoolean inside = new AtomicBoolean();
        private final AtomicInteger activations = new AtomicInteger();
        private final AtomicInteger deactivations = new AtomicInteger();
        private volatile boolean refused;
        private volatile boolean overlapped;

        Watched(Random random) {
            this.random = random;
        }

        @Override
        public void activate(HostContext host, SurrogateContext context) throws InterruptedException {
            enter();
            try {
                activations.incrementAndGet();
                overlapped |= deactivations.get() > 0;
                for (int i = random.nextInt(3); i > 0; i--) {
                    endSomehow(host, context);
                }
                pause(random);
                refused = random.nextInt(10) == 0 || Thread.interrupted();
                if (refused) {
                    throw new InterruptedException("on purpose");
                }
            } finally {
                inside.set(false);
            }
        }

        private void endSomehow(HostContext host, SurrogateContext context) {
            int micros = random.nextInt(2 * LONGEST_MICROS);
            Runnable end = switch (random.nextInt(4)) {
                case 0 -> host::cancelActivation;
                case 1 -> () -> context.handle().deregister();
                case 2 -> () -> context.subscribe(data -> host.cancelActivation());
                default -> () -> context.tell("something");
            };
            if (random.nextBoolean()) {
                end.run();
            } else {
                Future<?> unused = threads.submit(() -> {
                    LockSupport.parkNanos(1000L * micros);
                    end.run();
                });
            }
        }

        @Override
        public void deactivate() {
            enter();
            deactivations.incrementAndGet();
            inside.set(false);
        }

        private void enter() {
            overlapped |= !inside.compareAndSet(false, true);
        }

        void check(long seed) {
            assertThat(overlapped).as("two calls at a time, seed %s", seed).isFalse();
            assertThat(activations.get()).as("activations, seed %s", seed).isLessThanOrEqualTo(1);
            assertThat(deactivations.get()).as("deactivations, seed %s", seed).isEqualTo(refused ? 0 : 1);
        }
    }

    private CompletableFuture<Surrogate> create(Random random) {
        CompletableFuture<Surrogate> created = new CompletableFuture<>();
        Runnable completion = () -> {
            Watched surrogate = new Watched(random);
            // Registered only if the host gets it: a cancelled future is the provider's business.
            if (created.complete(surrogate)) {
                all.add(surrogate);
            }
        };
        if (random.nextBoolean()) {
            pause(random);
            completion.run();
        } else {
            Future<?> unused = threads.submit(() -> {
                pause(random);
                completion.run();
            });
        }
        return created;
    }

    private static void pause(Random random) {
        if (random.nextBoolean()) {
            LockSupport.parkNanos(1000L * random.nextInt(LONGEST_MICROS));
        }
    }

    @Test
    void everySurrogateIsDeactivatedOnce() throws Exception {
        long first = new Random().nextLong();
        for (int round = 0; round < ROUNDS; round++) {
            round(first + round);
        }
        assertThat(deactivated.get()).isGreaterThan(ROUNDS);
    }

    private void round(long seed) throws Exception {
        Random random = new Random(seed);
        AtomicInteger made = new AtomicInteger();
        HostLimits limits = HostLimits.builder()
                .activation(Duration.ofMillis(1 + random.nextInt(6)))
                .interconnectsPerIdentity(1000)
                .build();
        RunningHost host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.limits(limits)
                        .liveness(new LivenessSettings(Duration.ofMillis(10), 1, Duration.ofMillis(10)))
                        .surrogateType(TestTypes.made(
                                "racing", () -> create(new Random(seed + 1_000_003L * made.incrementAndGet())))));
        try (host) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < MBUS; i++) {
                Random own = new Random(random.nextLong());
                TestMbu mbu = new TestMbu(host.base());
                running.add(threads.submit(() -> drive(mbu, own)));
                running.add(threads.submit(() -> drive(mbu, new Random(own.nextLong()))));
            }
            if (random.nextBoolean()) {
                LockSupport.parkNanos(1_000_000L * random.nextInt(20));
                host.host().close();
            }
            for (Future<?> one : running) {
                Object unused = Patience.get(one);
            }
        }
        // Nobody calls them any more: all threads of the host have ended.
        await().untilAsserted(() -> all.forEach(surrogate -> surrogate.check(seed)));
        assertThat(host.host().surrogates()).as("seed %s", seed).isEmpty();
        all.forEach(surrogate -> deactivated.addAndGet(surrogate.deactivations.get()));
        all.clear();
    }

    /** What an MBU may do, in any order; the host may stop meanwhile. */
    private static Void drive(TestMbu mbu, Random random) {
        for (int step = 0; step < 5; step++) {
            pause(random);
            try {
                switch (random.nextInt(4)) {
                    case 0 -> mbu.delete();
                    case 1 -> mbu.send(0, 2);
                    default -> mbu.post(TestTypes.registration(mbu, "racing"));
                }
            } catch (IOException e) {
                // The host has stopped.
            }
        }
        return null;
    }
}

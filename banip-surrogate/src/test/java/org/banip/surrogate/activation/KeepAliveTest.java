package org.banip.surrogate.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.KeepAliveHandler;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A surrogate hears whether its MBU is alive, and may say something to the subscribers. */
class KeepAliveTest {
    private static final Duration SILENT = Duration.ofSeconds(16);

    @TempDir
    private Path directory;

    private final TestClock clock = new TestClock();
    private final Recorded recorded = new Recorded();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private RunningHost host;

    @BeforeEach
    void start() {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.clock(clock)
                        .surrogateType(TestTypes.noting(
                                "listening", events, (here, context) -> context.keepAlive(new Noting(() -> {}))))
                        .surrogateType(TestTypes.noting(
                                "impatient", events, (here, context) -> context.keepAlive(new Noting(cancel(here)))))
                        .surrogateType(TestTypes.noting("talking", events, (here, context) -> {
                            context.tell("before anybody hears it");
                            context.keepAlive(new Noting(() -> context.tell("nothing is heard of it")));
                        })));
        host.host().subscribe("test", recorded);
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private static Runnable cancel(HostContext here) {
        return here::cancelActivation;
    }

    private final class Noting implements KeepAliveHandler {
        private final Runnable onSilence;

        Noting(Runnable onSilence) {
            this.onSilence = onSilence;
        }

        @Override
        public void silent(Duration time) {
            assertThat(Thread.currentThread().getName()).startsWith("banip-surrogate-");
            events.add("silent, " + time.toSeconds() + " s left");
            onSilence.run();
        }

        @Override
        public void resumed() {
            events.add("resumed");
        }
    }

    private TestMbu registered(String type) throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        assertThat(mbu.post(TestTypes.registration(mbu, type)).status()).isEqualTo(201);
        return mbu;
    }

    @Test
    void surrogateHearsOfSilenceAndOfTheReturn() throws IOException {
        TestMbu mbu = registered("listening");
        clock.pass(SILENT);
        await().until(() -> events.contains("silent, 60 s left"));
        mbu.send(0, 1);
        await().until(() -> events.contains("resumed"));
        clock.pass(SILENT);
        clock.pass(Duration.ofMinutes(2));
        await().until(() -> events.contains("deactivated"));
        assertThat(events).startsWith("activating", "activated", "silent, 60 s left", "resumed");
        assertThat(events).endsWith("deactivated");
    }

    @Test
    void surrogateMayEndASilentInterconnectAtOnce() throws IOException {
        TestMbu mbu = registered("impatient");
        clock.pass(SILENT);
        await().until(() -> events.contains("deactivated"));
        assertThat(mbu.send(0, 1).error()).isEqualTo("unknown-interconnect");
        assertThat(events).containsExactly("activating", "activated", "silent, 60 s left", "deactivated");
        await().untilAsserted(() ->
                assertThat(recorded.events()).containsExactly("appeared ban-17", "silent", "disappeared cancelled"));
    }

    @Test
    void subscribersHearWhatASurrogateSays() throws IOException {
        registered("talking");
        clock.pass(SILENT);
        await().untilAsserted(() -> assertThat(recorded.events())
                .containsExactly("appeared ban-17", "silent", "told nothing is heard of it"));
    }
}

package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While the store has no room, the host does not read all that comes. */
class HeldUpReadingTest {
    private static final int GROUPS = TestMbu.BAN.groups().size();
    private static final int LATER = 2;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(31);

    @TempDir
    private Path directory;

    private final TestClock clock = new TestClock();
    private FaultyStore store;
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void open() {
        store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
    }

    @AfterEach
    void stop() {
        store.full(false);
        host.close();
    }

    private void start(LivenessSettings liveness) {
        host = RunningHost.over(store, builder -> builder.clock(clock).liveness(liveness));
        mbu = new TestMbu(host.base());
    }

    /** Nobody falls silent, however far the clock is moved. */
    private void startPatient() {
        start(new LivenessSettings(Duration.ofMinutes(2), 1000, Duration.ofMinutes(1)));
    }

    private void register(ReorderWindow wanted) throws IOException {
        RegistrationRequest plain = mbu.registration();
        WireAnswer answer =
                mbu.post(plain.toBuilder().reorder(Optional.of(wanted)).build().toJson());
        assertThat(answer.status()).isEqualTo(201);
    }

    private SurrogateStatistics statistics() {
        return host.surrogate(mbu.session()).statistics();
    }

    /** From here on nothing more of this request is read. */
    private void holdUp(HttpWire request) throws IOException {
        store.full(true);
        request.chunk(Frames.body(GROUPS, TestMbu.packets(1, 0, 1)));
        await().until(() -> store.waitsForRoom());
        long frames = statistics().frames();
        request.chunk(Frames.body(GROUPS, TestMbu.packets(1, 1, 2)));
        await().until(() -> statistics().frames() > frames);
    }

    @Test
    void aNumberThatNeverComesIsMissingForTooLongThoughARequestIsHeldUpAtEachLook() throws Exception {
        startPatient();
        register(new ReorderWindow(10_000, Duration.ofSeconds(1)));
        try (HeardLog log = new HeardLog();
                HttpWire wifi = mbu.onPath("wifi").beginData();
                HttpWire lte = mbu.onPath("lte").beginData()) {
            lte.chunk(Frames.body(GROUPS, TestMbu.packets(0, 1, 1 + LATER)));
            await().until(() -> statistics().groups().get(0).waiting() == LATER
                    && statistics().openDataRequests() == 2);
            holdUp(wifi);
            await().until(() -> {
                clock.pass(BETWEEN_LOOKS);
                return statistics().openDataRequests() == 0;
            });

            for (HttpWire request : List.of(wifi, lte)) {
                WireAnswer answer = request.answer();
                assertThat(answer.error()).isEqualTo("sequence-beyond-window");
                assertThat(answer.message()).contains("number 0 of group ecg did not come within 1000 ms");
            }
            String id = mbu.session().toString().substring(0, 8);
            assertThat(log.messages())
                    .anySatisfy(
                            line -> assertThat(line)
                                    .startsWith(id + ": number 0 of group ecg has been missing for ")
                                    .contains(
                                            " s, 2 later ones wait for it; data requests: 2 open, 1 of them held up now, held up for "));
        }
        store.full(false);
        assertThat(mbu.send(0, 1 + LATER).acknowledged().get(0)).isEqualTo(1L + LATER);
    }

    @Test
    void aNumberThatIsMissingForLongIsToldEvenIfNoTimeIsAgreed() throws Exception {
        startPatient();
        mbu.register();
        try (HeardLog log = new HeardLog();
                HttpWire lte = mbu.beginData()) {
            lte.chunk(Frames.body(GROUPS, TestMbu.packets(0, 1, 1 + LATER)));
            await().until(() -> statistics().groups().get(0).waiting() == LATER);
            await().until(() -> {
                clock.pass(BETWEEN_LOOKS);
                return log.messages().stream()
                        .anyMatch(line -> line.contains("number 0 of group ecg has been missing for "));
            });
            assertThat(statistics().openDataRequests()).isOne();
        }
    }

    @Test
    void anMbuWhoseDataAreNotReadIsNotSilent() throws Exception {
        start(new LivenessSettings(Duration.ofSeconds(5), 3, Duration.ofMinutes(1)));
        mbu.register();
        try (HttpWire data = mbu.beginData()) {
            holdUp(data);
            TestMbu idle = new TestMbu(host.base());
            idle.register();
            clock.pass(Duration.ofSeconds(20));
            await().until(() -> host.surrogate(idle.session()).state() == SurrogateState.SILENT);
            clock.pass(Duration.ofMinutes(2));
            await().until(() -> host.host().surrogate(idle.session()).isEmpty());
            assertThat(host.surrogate(mbu.session()).state()).isEqualTo(SurrogateState.ACTIVE);
            store.full(false);
            data.endBody();
            assertThat(data.answer().acknowledged()).containsExactly(0L, 2L);
        }
    }
}

package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.core.packet.Packet;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.ReorderLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reorder window in bytes and time (docs/protocol.md, section 7.1). */
class ReorderAgreementTest {
    private static final int GROUPS = TestMbu.BAN.groups().size();
    private static final int MOST = 1 << 20;
    /** Nobody falls silent, however far the clock is moved. */
    private static final LivenessSettings PATIENT =
            new LivenessSettings(Duration.ofMinutes(2), 1000, Duration.ofMinutes(1));

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(31);
    private static final long HELD_BYTES = 200_000;

    @TempDir
    private Path directory;

    private final TestClock clock = new TestClock();
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.clock(clock)
                        .liveness(PATIENT)
                        .limits(HostLimits.builder()
                                .heldBytesPerIdentity(HELD_BYTES)
                                .build())
                        .reorder(new ReorderLimits(64, MOST, Duration.ofSeconds(10))));
        mbu = new TestMbu(host.base());
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private RegistrationAnswer register(ReorderWindow wanted) throws IOException {
        RegistrationRequest plain = mbu.registration();
        WireAnswer answer = mbu.post(
                plain.toBuilder().reorder(Optional.ofNullable(wanted)).build().toJson());
        assertThat(answer.status()).isEqualTo(201);
        return RegistrationAnswer.fromJson(answer.text());
    }

    private SurrogateStatistics statistics() {
        return host.surrogate(mbu.session()).statistics();
    }

    private static ReorderWindow window(int bytes, int seconds) {
        return new ReorderWindow(bytes, Duration.ofSeconds(seconds));
    }

    @Test
    void theSmallerOfBothHoldsAndTheLastRegistrationCounts() throws IOException {
        assertThat(register(null).reorder()).isEmpty();
        RegistrationAnswer bounded = register(window(MOST, 30));
        assertThat(bounded.reorder()).contains(window(MOST / GROUPS, 10));
        assertThat(bounded.reorderWindow()).isEqualTo(MOST / GROUPS / 200);
        assertThat(register(window(1000, 1)).reorder()).contains(window(1000, 1));
        assertThat(register(null).reorderWindow()).isEqualTo(64);
    }

    @Test
    void bytesBoundWhatWaitsAndNotItsNumber() throws IOException {
        int each = 200 + TestMbu.packet(0, 0).payload().length;
        register(window(300 * each, 10));
        List<Packet> early = new ArrayList<>(TestMbu.packets(0, 1, 301));
        early.add(TestMbu.packet(0, 1)); // it waits already: a duplicate needs no room
        early.add(TestMbu.packet(0, 0));
        assertThat(mbu.send(Frames.body(GROUPS, early)).acknowledged()).containsExactly(301L, 0L);

        WireAnswer answer = mbu.send(Frames.body(GROUPS, TestMbu.packets(0, 302, 603)));

        assertThat(answer.error()).isEqualTo("sequence-beyond-window");
        assertThat(answer.message())
                .contains(
                        "sequence number 602 of group 0 would make " + 301 * each + " bytes wait for the expected 301")
                .contains("agreed are " + 300 * each);
        assertThat(mbu.send(301, 305).acknowledged().get(0)).isGreaterThanOrEqualTo(305L);
    }

    @Test
    void theHostsMemoryBoundsTheWindow() throws IOException {
        register(window(MOST, 10));
        List<Packet> early = new ArrayList<>();
        for (int sequence = 1; sequence <= 200; sequence++) {
            early.add(Packet.of(TestMbu.packet(0, sequence).header(), new byte[2000]));
        }
        WireAnswer answer = mbu.send(Frames.body(GROUPS, early));
        assertThat(answer.error()).isEqualTo("too-much-held");
        assertThat(answer.message()).contains("limit " + HELD_BYTES);
        assertThat(mbu.send(0, 1).acknowledged().get(0)).isPositive();
    }

    @Test
    void whatIsMissingForTooLongIsToldOnAllRequests() throws Exception {
        register(window(10_000, 1));
        try (ReverseWire reverse = mbu.reverse();
                HttpWire wifi = mbu.onPath("wifi").beginData();
                HttpWire lte = mbu.onPath("lte").beginData()) {
            lte.chunk(Frames.body(GROUPS, TestMbu.packets(0, 1, 3)));
            await().until(() -> statistics().openDataRequests() == 2
                    && statistics().openReverseChannels() == 1
                    && statistics().groups().get(0).waiting() == 2);
            await().until(() -> {
                clock.pass(BETWEEN_LOOKS);
                return statistics().openDataRequests() == 0;
            });

            WireAnswer answer = wifi.answer();
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.error()).isEqualTo("sequence-beyond-window");
            assertThat(answer.message())
                    .contains("number 0 of group ecg did not come within 1000 ms, 2 later ones wait for it");
            assertThat(lte.answer().status()).isEqualTo(409);
            Control.ErrorReport report = reverse.next(Control.ErrorReport.class, any -> true);
            assertThat(report.message()).contains("number 0 of group ecg");
        }
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    @Test
    void withoutAnAgreementNothingIsMissingForTooLong() throws Exception {
        register(null);
        try (HttpWire lte = mbu.beginData()) {
            lte.chunk(Frames.body(GROUPS, TestMbu.packets(0, 1, 3)));
            await().until(() -> statistics().groups().get(0).waiting() == 2);
            for (int look = 0; look < 5; look++) {
                clock.pass(BETWEEN_LOOKS);
                assertThat(mbu.send(new byte[0]).status()).isEqualTo(200);
            }
            lte.chunk(Frames.body(GROUPS, TestMbu.packets(0, 0, 1)));
            lte.endBody();
            assertThat(lte.answer().acknowledged()).containsExactly(3L, 0L);
        }
    }
}

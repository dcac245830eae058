package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.DeclaredGaps;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored session in the list of {@code banip export}. */
class ListedTest {
    private static final List<Channel> LEAD = List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10));

    @TempDir
    Path directory;

    @Test
    void saysWhatTheGroupsAreForThatTheMbuAdded() {
        SensorGroup ecg = SensorGroup.live("ecg", Frequency.ofHz(360), LEAD)
                .lateAs("ecg-late")
                .thinned(new Thinning("ecg-reduced", Thinning.Kind.WAVEFORM, 0));
        SensorGroup reduced = SensorGroup.live("ecg-reduced", Frequency.ofHz(90), LEAD);
        SensorGroup late =
                new SensorGroup("ecg-late", ecg.frequency(), ServiceClass.BULK, Duration.ofDays(1), ecg.channels());
        BanDescription ban = new BanDescription("ban-1", List.of(ecg, reduced, late));
        try (Store store = JdbcStore.open(directory.resolve("banip.db"))) {
            InterconnectRecord session = store.create(new InterconnectRecord(
                    0, UUID.randomUUID(), "ban-1", ban, "standard", Collections.nCopies(3, "rice"), 0));
            assertThat(new Listed(store, DeclaredGaps.of(store), session)
                            .text()
                            .lines()
                            .skip(1))
                    .containsExactly(
                            "    ecg: 1 channel at 360 Hz, no data yet",
                            "    ecg-reduced: 1 channel at 90 Hz, no data yet; ecg at a lower rate, while the link did not carry all of it",
                            "    ecg-late: 1 channel at 360 Hz, no data yet; what an outage delayed of ecg, exported as part of it");
        }
    }

    @Test
    void eventsHaveNoRateAndNoExtent() throws Exception {
        BanDescription ban = new BanDescription("ban-1", List.of(SensorGroup.alarms("alerts", 0, LEAD)));
        long noon = 1_795_262_400_000_000_000L;
        try (Store store = JdbcStore.open(directory.resolve("banip.db"))) {
            InterconnectRecord session = store.create(
                    new InterconnectRecord(0, UUID.randomUUID(), "ban-1", ban, "standard", List.of("events"), 0));
            CountDownLatch stored = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                PacketHeader header = new PacketHeader(0, i, noon - i * 3_600_000_000_000L, 0, 1, true);
                assertThat(store.offer(session, Packet.of(header, new byte[] {9, 0, 0}), 0, new Countdown(stored)))
                        .isTrue();
            }
            stored.await();
            assertThat(new Listed(store, DeclaredGaps.of(store), session)
                            .text()
                            .lines()
                            .skip(1))
                    .containsExactly("    alerts: 1 channel of events, 2 packets, the first of 2026-11-21T12:00:00Z");
        }
    }

    @Test
    void aRetirementIsNoGap() throws Exception {
        BanDescription ban = new BanDescription("ban-1", List.of(SensorGroup.live("ecg", Frequency.ofHz(360), LEAD)));
        long noon = 1_795_262_400_000_000_000L;
        try (Store store = JdbcStore.open(directory.resolve("banip.db"))) {
            InterconnectRecord session = store.create(
                    new InterconnectRecord(0, UUID.randomUUID(), "ban-1", ban, "standard", List.of("rice"), 0));
            CountDownLatch stored = new CountDownLatch(2);
            assertThat(store.offer(
                            session,
                            new Gap(0, 0, 1, noon, 0, 360, Gap.Reason.SENSOR_SILENT),
                            0,
                            new Countdown(stored)))
                    .isTrue();
            assertThat(store.offer(
                            session, new Gap(0, 1, 1, noon, 360, 1, Gap.Reason.RETIRED), 0, new Countdown(stored)))
                    .isTrue();
            stored.await();
            assertThat(new Listed(store, DeclaredGaps.of(store), session).text())
                    .endsWith(", 1 declared gap");
        }
    }

    @Test
    void whatWasForgottenIsCountedApart() throws Exception {
        BanDescription ban = new BanDescription("ban-1", List.of(SensorGroup.live("ecg", Frequency.ofHz(360), LEAD)));
        long noon = 1_795_262_400_000_000_000L;
        try (Store store = JdbcStore.open(directory.resolve("banip.db"))) {
            InterconnectRecord session = store.create(
                    new InterconnectRecord(0, UUID.randomUUID(), "ban-1", ban, "standard", List.of("rice"), 0));
            CountDownLatch stored = new CountDownLatch(5);
            for (int i = 0; i < 5; i++) {
                PacketHeader header = new PacketHeader(0, i, noon, 3600L * i, 3600, i % 2 == 0);
                assertThat(store.offer(session, Packet.of(header, new byte[] {9, 0, 0}), 0, new Countdown(stored)))
                        .isTrue();
            }
            stored.await();
            assertThat(store.forgetBefore(session, 0, 3)).isEqualTo(2);
            assertThat(new Listed(store, DeclaredGaps.of(store), session)
                            .text()
                            .lines()
                            .skip(1))
                    .containsExactly(
                            "    ecg: 1 channel at 360 Hz, 0:30 from 2026-11-21T12:00:20Z, 3 packets behind 2 forgotten ones");
        }
    }

    private record Countdown(CountDownLatch stored) implements Store.CommitListener {
        @Override
        public void committed(Sequenced item) {
            stored.countDown();
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            throw cause;
        }
    }
}

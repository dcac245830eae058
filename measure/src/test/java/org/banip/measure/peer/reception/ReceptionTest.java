package org.banip.measure.peer.reception;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.measure.peer.PeerSignal;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the receiving application says of doubles and losses, with arrivals made up. */
class ReceptionTest {
    private static final long PATIENCE = Duration.ofSeconds(30).toNanos();

    private final PeerSignal signal = new PeerSignal(20, 3);

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("store.db");
    }

    @Test
    void packetsOutOfOrderAreStoredInOrder() throws Exception {
        try (PeerStore store = PeerStore.open(file(), signal.ban())) {
            for (int i = 0; i < signal.packets().size(); i += 2) {
                store.reception().arrived(signal.packets().get(i + 1), () -> {});
                store.reception().arrived(signal.packets().get(i), () -> {});
            }
            assertThat(store.reception().finish(signal.units(), PATIENCE)).isTrue();
            assertThat(store.reception().counters()).isEqualTo(new Reception.Counters(20, 0, 0, signal.units(), ""));
        }
    }

    @Test
    void doublesAreCountedAndAcknowledgedButNotStored() throws Exception {
        CountDownLatch acknowledged = new CountDownLatch(40);
        try (PeerStore store = PeerStore.open(file(), signal.ban())) {
            for (Packet packet : signal.packets()) {
                store.reception().arrived(packet, acknowledged::countDown);
            }
            assertThat(store.reception().finish(signal.units(), PATIENCE)).isTrue();
            for (Packet packet : signal.packets()) {
                store.reception().arrived(packet, acknowledged::countDown);
            }
            assertThat(acknowledged.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(store.reception().counters()).isEqualTo(new Reception.Counters(40, 20, 0, signal.units(), ""));
        }
        assertThat(items()).hasSize(16).allMatch(Packet.class::isInstance);
    }

    @Test
    void whatNeverArrivesIsLostAndDeclared() throws Exception {
        Set<Integer> missing = Set.of(3, 5, 6); // the fifth is of the other group
        try (PeerStore store = PeerStore.open(file(), signal.ban())) {
            for (int i = 0; i < signal.packets().size(); i++) {
                if (!missing.contains(i)) {
                    store.reception().arrived(signal.packets().get(i), () -> {});
                }
            }
            assertThat(store.reception().finish(signal.units(), 1)).isFalse();
            assertThat(store.reception().counters().lost()).isEqualTo(3);
        }
        assertThat(items().stream().filter(Gap.class::isInstance))
                .singleElement()
                .isInstanceOfSatisfying(Gap.class, gap -> {
                    assertThat(gap.sequence()).isEqualTo(3);
                    assertThat(gap.sequenceCount()).isEqualTo(3);
                    assertThat(gap.firstUnit()).isEqualTo(270);
                    assertThat(gap.unitCount()).isEqualTo(270);
                });
    }

    /** What is stored of the first group. */
    private List<Sequenced> items() {
        List<Sequenced> items = new java.util.ArrayList<>();
        try (JdbcStore store = JdbcStore.openForReading(file())) {
            store.read(store.interconnects().get(0), 0, 0, item -> items.add(item));
        }
        return items;
    }
}

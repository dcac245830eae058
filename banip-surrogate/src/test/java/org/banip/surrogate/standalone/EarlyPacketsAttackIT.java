package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions that send long packets and never the first one do not take the host's memory from others. */
class EarlyPacketsAttackIT {
    private static final int SESSIONS = 60;
    private static final int EARLY = 62;
    private static final long STREAMED = 1000;
    private static final long SLACK = 64L << 20;

    @TempDir
    private Path directory;

    private final List<HttpWire> open = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong accepted = new AtomicLong();

    /** One identity as the host is by default, one that may have many interconnects, and as many identities as sessions. */
    @ParameterizedTest
    @CsvSource({"1, 16", "1, 256", "60, 16"})
    void anotherIdentityStreamsExactlyAndTheMemoryComesBack(int identities, int interconnectsPerIdentity)
            throws Exception {
        Path file = directory.resolve("store.db");
        TestMbu other;
        try (HostProcess host = HostProcess.start(file, interconnectsPerIdentity, "-Xmx512m", "-XX:+UseSerialGC")) {
            long before = host.heap();
            ExecutorService attackers = Executors.newFixedThreadPool(8);
            CountDownLatch begun = new CountDownLatch(1);
            List<Future<?>> attacks = new ArrayList<>();
            for (int session = 0; session < SESSIONS; session++) {
                TestMbu attacker = TestMbu.of(host.base(), "attacker-" + session % identities);
                attacks.add(attackers.submit(() -> attack(attacker, begun)));
            }
            assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
            other = TestMbu.of(host.base(), "other");
            other.register();
            for (long sequence = 0; sequence < STREAMED / 2; sequence += 10) {
                assertThat(other.send(sequence, sequence + 10).acknowledged()).containsExactly(sequence + 10, 0L);
            }
            for (Future<?> attack : attacks) {
                attack.get();
            }
            attackers.shutdown();
            assertThat(accepted).hasPositiveValue();
            for (long sequence = STREAMED / 2; sequence < STREAMED; sequence += 10) {
                assertThat(other.send(sequence, sequence + 10).acknowledged()).containsExactly(sequence + 10, 0L);
            }
            Patience.await().until(() -> host.heap() < before + SLACK);
            assertThat(host.alive()).isTrue();
        } finally {
            for (HttpWire wire : open) {
                wire.close();
            }
        }
        assertThat(stored(file, other)).isEqualTo(TestMbu.packets(0, 0, STREAMED));
    }

    /** Packets 1 to 62 of 256 KiB, never 0, on a request that stays open. What the host refuses is its right. */
    private Void attack(TestMbu attacker, CountDownLatch begun) throws IOException {
        if (attacker.post(attacker.registration().toJson()).status() != 201) {
            return null;
        }
        HttpWire wire = attacker.beginData();
        open.add(wire);
        try {
            for (int sequence = 1; sequence <= EARLY; sequence++) {
                wire.chunk(Frames.body(2, List.of(early(sequence))));
                accepted.incrementAndGet();
                begun.countDown();
            }
        } catch (IOException e) {
            assertThat(wire.answerHead().status()).isEqualTo(503);
        }
        return null;
    }

    private static Sequenced early(long sequence) {
        return Packet.of(
                new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * TestMbu.UNITS, TestMbu.UNITS, true),
                new byte[Packet.MAX_PAYLOAD]);
    }

    /** What is stored of the MBU. */
    static List<Sequenced> stored(Path file, TestMbu mbu) {
        List<Sequenced> items = new ArrayList<>();
        try (Store store = JdbcStore.openForReading(file)) {
            InterconnectRecord record = store.find(mbu.session()).orElseThrow();
            store.read(record, 0, 0, item -> {
                items.add(item);
                return true;
            });
        }
        return items;
    }
}

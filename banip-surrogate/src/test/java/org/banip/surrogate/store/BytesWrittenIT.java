package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Phaser;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the store writes to the disk when many slow MBUs send, each packet in a group of its own. */
class BytesWrittenIT {
    private static final Path COUNTER = Path.of("/proc/self/io");
    private static final int PAYLOAD = 100;
    private static final int GROUPS = 10_000;
    private static final int GROUPS_PER_BAN = 50;
    /** Packets that meet in one commit: 10,000 MBUs at 4 packets a second and a sync that takes a millisecond. */
    private static final int PER_COMMIT = 40;
    /** The same before the measurement, which only fills the log. */
    private static final int PER_COMMIT_BEFORE = 400;

    private static final int ROUNDS = Integer.getInteger("banip.test.rounds", 60);
    private static final int BEFORE = Integer.getInteger("banip.test.rounds.before", 45);

    @TempDir
    Path directory;

    private final long[] next = new long[GROUPS];

    @Test
    void aPacketOfOneHundredBytesCostsAtMostAKilobyte() throws IOException {
        assumeTrue(Files.isReadable(COUNTER), "this system does not count bytes written");
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        try (Store store = JdbcStore.open(directory.resolve("store.db"))) {
            List<InterconnectRecord> interconnects = interconnects(store);
            byte[] payload = new byte[PAYLOAD];
            new Random(seed).nextBytes(payload);
            send(store, interconnects, payload, BEFORE, PER_COMMIT_BEFORE);
            long before = written();
            long start = System.nanoTime();
            send(store, interconnects, payload, ROUNDS - BEFORE, PER_COMMIT);
            long packets = (long) (ROUNDS - BEFORE) * GROUPS;
            double bytes = (double) (written() - before) / packets;
            System.out.printf(
                    "%d packets of %d bytes, %d groups, %d a commit: %.0f bytes written a packet, %.0f packets a second%n",
                    packets, PAYLOAD, GROUPS, PER_COMMIT, bytes, packets / ((System.nanoTime() - start) / 1e9));
            assumeTrue(bytes > PAYLOAD, "the temporary folder is not on a disk");
            assertThat(bytes).isLessThanOrEqualTo(1000);
        }
    }

    private static List<InterconnectRecord> interconnects(Store store) {
        List<SensorGroup> groups = new ArrayList<>();
        for (int group = 0; group < GROUPS_PER_BAN; group++) {
            groups.add(SensorGroup.live(
                    "g" + group, Frequency.ofHz(4), List.of(new Channel("x", "", 8, -128, 127, -1, 1))));
        }
        List<InterconnectRecord> interconnects = new ArrayList<>();
        for (int number = 0; number < GROUPS / GROUPS_PER_BAN; number++) {
            interconnects.add(store.create(new InterconnectRecord(
                    0,
                    new UUID(1, number),
                    "mbu",
                    new BanDescription("ban-" + number, groups),
                    "standard",
                    Collections.nCopies(GROUPS_PER_BAN, "packetizer(units=100,hold=0)"),
                    0)));
        }
        return interconnects;
    }

    private void send(Store store, List<InterconnectRecord> interconnects, byte[] payload, int rounds, int perCommit) {
        Phaser outstanding = new Phaser(1);
        Store.CommitListener listener = new Store.CommitListener() {
            @Override
            public void committed(Sequenced item) {
                outstanding.arriveAndDeregister();
            }

            @Override
            public void failed(Sequenced item, BanipException cause) {
                throw cause;
            }
        };
        for (int sent = 0; sent < rounds * GROUPS; sent++) {
            int group = sent % GROUPS;
            PacketHeader header = new PacketHeader(
                    group / interconnects.size(),
                    next[group],
                    0,
                    next[group] * PAYLOAD,
                    PAYLOAD,
                    next[group] % 10 == 0);
            next[group]++;
            outstanding.register();
            assertThat(store.offer(
                            interconnects.get(group % interconnects.size()), Packet.of(header, payload), 42, listener))
                    .isTrue();
            if (sent % perCommit == perCommit - 1) {
                outstanding.arriveAndAwaitAdvance();
            }
        }
    }

    private static long written() throws IOException {
        return Files.readAllLines(COUNTER).stream()
                .filter(line -> line.startsWith("write_bytes: "))
                .mapToLong(line -> Long.parseLong(line.substring("write_bytes: ".length())))
                .findFirst()
                .orElseThrow();
    }
}

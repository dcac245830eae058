package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.MOTION;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.testing.MemoryFolder;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Room;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What was delivered leaves nothing behind: neither in the files, nor on the heap, nor for the recovery to read. */
class DeliveredDayTest {
    /** Packets of 200 ms in 24 hours. */
    private static final int DAY = 432_000;
    /** How many a busy link has under way. */
    private static final int WINDOW = 20;

    private static final int SEGMENT = 64 << 10;

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    private JournalledSpool open() {
        return JournalledSpool.open(directory, SELDOM, SEGMENT, JournalledSpool.BOOT, SteadyClock.system());
    }

    private long bytes() throws Exception {
        long bytes = 0;
        for (Path file : JournalledSpool.files(directory)) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    private static void deliver(JournalledSpool run, int group, long from, byte[] payload) {
        for (long n = from; n < from + WINDOW; n++) {
            run.spool.put(group, 0, 10 * n, 10, true, payload);
        }
        for (int i = 0; i < WINDOW; i++) {
            run.spool.claim(0, 64, Set.of(ServiceClass.LIVE), Room.OPEN);
        }
        run.spool.release(group, from + WINDOW);
    }

    @Test
    void aDayOfDeliveredPacketsLeavesABoundedDirectory() throws Exception {
        byte[] payload = new byte[100];
        long most = 0;
        try (JournalledSpool run = open()) {
            for (long n = 0; n < DAY; n += WINDOW) {
                deliver(run, ECG, n, payload);
                most = n % 20_000 == 0 ? Math.max(most, bytes()) : most;
            }
            assertThat(run.spool.packets()).isZero();
        }
        assertThat(most).isLessThan(3L * SEGMENT);
        try (JournalledSpool next = open()) {
            assertThat(next.spool.packets()).isZero();
            assertThat(next.spool.released()[ECG]).isEqualTo(DAY);
        }
    }

    /** A bulk group waits for days while live packets are delivered. */
    @Test
    void packetsThatWaitDoNotKeepTheFilesOfThoseThatAreDelivered() throws Exception {
        byte[] payload = new byte[100];
        try (JournalledSpool run = open()) {
            for (long n = 0; n < DAY / 4; n += WINDOW) {
                deliver(run, ECG, n, payload);
                if (n % 1000 == 0) {
                    run.put(MOTION, 1);
                }
            }
            assertThat(run.spool.packets()).isEqualTo(DAY / 4 / 1000);
            assertThat(bytes()).isLessThan(8L * SEGMENT);
        }
        try (JournalledSpool next = open()) {
            assertThat(next.claimAll())
                    .hasSize(DAY / 4 / 1000)
                    .startsWith("motion0@0", "motion1@10")
                    .noneMatch(item -> item.contains("+") || item.contains("damaged"));
        }
    }

    /** No sensor delivers any more, and the backlog goes packet by packet. */
    @Test
    void whatIsSentAndReleasedMakesNoFileLong() throws Exception {
        long most = 0;
        try (JournalledSpool run =
                JournalledSpool.open(directory, SELDOM, 1024, JournalledSpool.BOOT, SteadyClock.system())) {
            run.put(MOTION, 400);
            for (int n = 1; n <= 400; n++) {
                run.spool.claim(0, 64);
                run.spool.release(MOTION, n);
                run.journal.commit(); // as the thread does that syncs
                List<Path> files = JournalledSpool.files(directory);
                most = Math.max(most, Files.size(files.get(files.size() - 1)));
            }
            assertThat(JournalledSpool.files(directory)).hasSizeLessThan(3);
        }
        assertThat(most).isLessThan(2 * 1024);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void noDeletedFileIsKeptOpen() throws Exception {
        Path descriptors = Paths.get("/proc/self/fd");
        try (JournalledSpool run =
                JournalledSpool.open(directory, SELDOM, 4096, JournalledSpool.BOOT, SteadyClock.system())) {
            run.put(MOTION, 2000);
            int first = 1;
            Path behindTheHeap = directory.resolve("spool-20.log");
            assertThat(behindTheHeap).exists();
            while (Files.exists(behindTheHeap)) {
                run.spool.claim(0, 64);
                run.spool.release(MOTION, first++);
            }
            assertThat(run.spool.packets()).isPositive();
            List<String> deleted = new ArrayList<>();
            try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
                for (Path one : all) {
                    String file = Files.isSymbolicLink(one) ? target(one) : "";
                    if (file.startsWith(directory.toRealPath().toString()) && file.endsWith("(deleted)")) {
                        deleted.add(file);
                    }
                }
            }
            assertThat(deleted).isEmpty();
        }
    }

    /** What a descriptor is of. The one of the listing itself is gone. */
    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    @Test
    void theJournalAllocatesNothingForAPacket() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] payload = new byte[100];
        int packets = 2000;
        try (JournalledSpool run =
                JournalledSpool.open(directory, SELDOM, 4 << 20, JournalledSpool.BOOT, SteadyClock.system())) {
            for (int i = 0; i < 2 * packets; i++) {
                run.spool.put(MOTION, 0, 10L * i, 10, true, payload);
            }
            Packet packet = Packet.of(new PacketHeader(ECG, 0, 0, 0, 10, true), payload);
            append(run, packet, 10);
            long before = threads.getCurrentThreadAllocatedBytes();
            append(run, packet, 400);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated)
                    .isLessThan(4000); // nothing for each packet; the measurement itself allocates a little
        }
    }

    private static void append(JournalledSpool run, Packet packet, int times) {
        for (int i = 0; i < times; i++) {
            run.journal.put(packet, i);
            run.journal.released(MOTION, 0);
            run.journal.sends(MOTION, i);
            run.journal.commit();
            run.journal.crowded(1 << 20);
        }
    }
}

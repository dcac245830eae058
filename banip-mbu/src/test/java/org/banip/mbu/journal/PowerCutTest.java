package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.mbu.journal.JournalledSpool.EACH;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.MOTION;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.banip.core.testing.MemoryFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every prefix of the last file, and every end of it that was not written as it should: all that was confirmed is there, and nothing twice. */
@ParameterizedClass
@EnumSource(AtRest.class)
class PowerCutTest {
    @Parameter
    private AtRest atRest;

    private static final int BLOCK = 64;

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    /** The last file after each packet was confirmed, so synced. */
    private final List<Long> confirmed = new ArrayList<>();

    private final List<Integer> packets = new ArrayList<>();
    private Path image;
    private byte[] last;

    @BeforeEach
    void run() throws Exception {
        Path spool = directory.resolve("run");
        image = directory.resolve("image");
        try (JournalledSpool run = atRest.open(spool, EACH, segmentBytes(), JournalledSpool.BOOT, () -> 1)) {
            run.put(ECG, 10);
            run.put(MOTION, 10);
            run.claimAll();
            run.spool.release(ECG, 3);
            for (int i = 10; JournalledSpool.files(spool).size() < 3 || confirmed.size() < 6; i++) {
                run.put(i % 2 == 0 ? ECG : MOTION, 1);
                List<Path> files = JournalledSpool.files(spool);
                assertThat(files).hasSizeLessThan(4);
                if (files.size() == 3) {
                    confirmed.add(Files.size(files.get(2)));
                    packets.add(run.spool.packets());
                }
            }
            JournalledSpool.image(spool, image);
        }
        last = Files.readAllBytes(lastFile(image));
    }

    /** For some packets in each file; encrypted ones have longer heads. */
    private int segmentBytes() {
        return atRest == AtRest.PLAIN ? 1024 : 1536;
    }

    private static Path lastFile(Path directory) throws Exception {
        List<Path> files = JournalledSpool.files(directory);
        return files.get(files.size() - 1);
    }

    /** What recovers if the last file has these bytes. */
    private List<String> recovered(byte[] bytes) throws Exception {
        Path copy = JournalledSpool.image(image, directory.resolve("copy-" + System.nanoTime()));
        Files.write(lastFile(copy), bytes);
        try (JournalledSpool next = atRest.open(copy, SELDOM, segmentBytes(), JournalledSpool.BOOT, () -> 1)) {
            List<String> items = next.claimAll();
            assertThat(items).doesNotHaveDuplicates().noneMatch(item -> item.contains("damaged") || item.contains("+"));
            return items;
        }
    }

    /** The packets that had to be there when the file had a length. */
    private int confirmedAt(int length) {
        int least = 0;
        for (int i = 0; i < confirmed.size(); i++) {
            least = confirmed.get(i) <= length ? packets.get(i) : least;
        }
        return least;
    }

    @Test
    void everyPrefixHasAllThatWasConfirmed() throws Exception {
        List<String> all = recovered(last);
        assertThat(all).hasSize(packets.get(packets.size() - 1));
        int before = 0;
        for (int length = 0; length <= last.length; length++) {
            List<String> items = recovered(Arrays.copyOf(last, length));
            assertThat(items.size())
                    .as("of %s bytes", length)
                    .isGreaterThanOrEqualTo(Math.max(before, confirmedAt(length)));
            assertThat(all).containsAll(items);
            before = items.size();
        }
        assertThat(before).isEqualTo(all.size());
    }

    /** A file system may make a file longer before it writes the bytes. */
    @Test
    void aLastBlockOfZerosOrOfOldBytesIsCutOff() throws Exception {
        List<String> all = recovered(last);
        for (int length = 0; length <= last.length; length++) {
            byte[] zeros = Arrays.copyOf(Arrays.copyOf(last, length), length + BLOCK);
            byte[] old = zeros.clone();
            System.arraycopy(last, 0, old, length, Math.min(BLOCK, last.length));
            for (byte[] torn : List.of(zeros, old)) {
                List<String> items = recovered(torn);
                assertThat(items.size()).as("of %s bytes", length).isGreaterThanOrEqualTo(confirmedAt(length));
                assertThat(all).containsAll(items);
            }
        }
    }

    @Test
    void whatIsWrittenBehindACutIsThereAfterTheNextOne() throws Exception {
        Path copy = JournalledSpool.image(image, directory.resolve("twice"));
        Files.write(lastFile(copy), Arrays.copyOf(last, last.length - 3));
        List<String> first;
        try (JournalledSpool next = atRest.open(copy, EACH)) {
            next.spool.put(ECG, 0, 5000, 10, true, JournalledSpool.payload(ECG, 5000));
            JournalledSpool.image(copy, directory.resolve("thrice"));
            first = next.claimAll();
        }
        assertThat(first).anyMatch(item -> item.endsWith("@5000"));
        try (JournalledSpool next = atRest.open(directory.resolve("thrice"), EACH)) {
            assertThat(next.claimAll()).isEqualTo(first);
        }
    }
}

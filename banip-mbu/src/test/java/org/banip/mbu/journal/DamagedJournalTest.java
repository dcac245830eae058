package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.MOTION;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.MemoryFolder;
import org.banip.mbu.spool.SpoolException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage in the files: what is lost by it is declared, or the files are refused with an error that says why. Nothing is silent. */
@ParameterizedClass
@EnumSource(AtRest.class)
class DamagedJournalTest {
    @Parameter
    private AtRest atRest;

    private static final int INPUTS = 1500;

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    private Path image;

    @BeforeEach
    void run() throws Exception {
        Path spool = directory.resolve("run");
        try (JournalledSpool run = atRest.open(spool, SELDOM, 1024, JournalledSpool.BOOT, () -> 1)) {
            run.put(ECG, 12);
            run.put(MOTION, 4);
            run.claimAll();
            run.spool.release(ECG, 1);
            run.put(MOTION, 12);
        }
        image = JournalledSpool.image(spool, directory.resolve("image"));
        assertThat(JournalledSpool.files(image)).hasSizeGreaterThan(2);
    }

    private JournalledSpool open(Path copy) {
        return atRest.open(copy, SELDOM, 1024, JournalledSpool.BOOT, () -> 1);
    }

    private static void flip(Path file, int at) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    /** The place of the payload of the n-th packet of a file, behind its head. */
    private int payloadOf(Path file, int n) throws Exception {
        int[] found = {n, -1};
        atRest.reader(file, Files.readAllBytes(file)).read(record -> {
            if (record.number(1) == RecordType.PACKET && found[0]-- == 0) {
                record.bytes(36);
                found[1] = record.at();
            }
        });
        return found[1];
    }

    /** A place in the first state of a file. */
    private int stateOf(Path file) throws Exception {
        int[] found = {-1};
        atRest.reader(file, Files.readAllBytes(file)).read(record -> {
            if (record.number(1) == RecordType.STATE && found[0] < 0) {
                found[0] = record.at() + 10;
            }
        });
        return found[0];
    }

    @Test
    void aDamagedPacketIsAGap() throws Exception {
        Path first = JournalledSpool.files(image).get(0);
        flip(first, payloadOf(first, 3));
        try (JournalledSpool next = open(image)) {
            assertThat(next.claimAll())
                    .hasSize(11 + 16)
                    .contains("ecg1@10", "ecg2@20", "ecg3-1@30+10", "ecg4@40", "motion15@150");
        }
        try (JournalledSpool next = open(image)) {
            assertThat(next.claimAll()).as("the gap is kept like any other").contains("ecg3-1@30+10");
        }
    }

    @Test
    void aDamagedHeadOfAFileCostsNothing() throws Exception {
        List<Path> files = JournalledSpool.files(image);
        List<Path> butLast = files.subList(0, files.size() - 1);
        int head = payloadOf(files.get(0), 0) - 50;
        for (int at = 0; at < head; at += 3) {
            Path copy = JournalledSpool.image(image, directory.resolve("head-" + at));
            for (Path file : butLast) {
                flip(copy.resolve(file.getFileName()), at);
            }
            try (JournalledSpool next = open(copy)) {
                assertThat(next.claimAll()).as("byte %s", at).hasSize(11 + 16).noneMatch(item -> item.contains("+"));
            }
        }
        assertThat(head).isPositive();
    }

    @Test
    void aDamagedBeginningOfAnotherSessionCostsNothing() throws Exception {
        UUID another = new UUID(5, 5);
        Path spool = directory.resolve("another");
        Path copy;
        try (JournalledSpool run = atRest.open(spool, SELDOM, 1 << 20, JournalledSpool.BOOT, () -> 1)) {
            run.put(ECG, 3);
            run.spool.renumber(another);
            copy = JournalledSpool.image(spool, directory.resolve("another-image"));
        }
        Path file = JournalledSpool.files(copy).get(0);
        flip(file, (int) Files.size(file) - 1); // the record that says that all items are there
        for (int start = 0; start < 2; start++) {
            try (JournalledSpool next = open(copy)) {
                assertThat(next.journal.session()).isEqualTo(another);
                assertThat(next.claimAll()).containsExactly("ecg0@0", "ecg1@10", "ecg2@20");
            }
        }
    }

    @Test
    void itemsOfAFormerSessionWithoutItsHeadAreNotTakenForThoseOfTheNext() throws Exception {
        Path spool = directory.resolve("torn");
        Path copy;
        try (JournalledSpool run = atRest.open(spool, SELDOM, 1 << 20, JournalledSpool.BOOT, () -> 1)) {
            run.put(ECG, 5);
            copy = JournalledSpool.image(spool, directory.resolve("torn-image"));
            run.claimAll();
            run.spool.release(ECG, 3);
            run.spool.renumber(new UUID(5, 5));
            Path next = JournalledSpool.files(spool).get(0);
            byte[] bytes = Files.readAllBytes(next);
            bytes[bytes.length - 1] ^= 1;
            Files.write(copy.resolve(next.getFileName()), bytes);
        }
        Path first = JournalledSpool.files(copy).get(0);
        flip(first, stateOf(first));
        assertThatThrownBy(() -> open(copy))
                .isInstanceOf(SpoolException.class)
                .hasMessageContaining("is damaged: none of its 1 file has a session");
        assertThat(JournalledSpool.files(copy)).hasSize(2);
    }

    @Test
    void aMissingFileIsAGap() throws Exception {
        Files.delete(JournalledSpool.files(image).get(1));
        try (JournalledSpool next = open(image)) {
            List<String> items = next.claimAll();
            assertThat(items)
                    .anyMatch(item -> item.matches("(ecg|motion)\\d+-\\d+@\\d+\\+\\d+0"))
                    .contains("motion15@150");
            assertThat(next.spool.sent()).containsExactly(12, 0, 16);
        }
    }

    @Test
    void filesWithoutASessionAreRefusedAndLeftAsTheyAre() throws Exception {
        for (Path file : JournalledSpool.files(image)) {
            Files.write(file, new byte[500]);
        }
        assertThatThrownBy(() -> open(image))
                .isInstanceOf(SpoolException.class)
                .hasMessageContaining("is damaged: none of its", "has a session; they are left as they are");
        assertThat(JournalledSpool.files(image)).hasSizeGreaterThan(2);
    }

    @Test
    void aFileThatIsTooLongIsNotRead() throws Exception {
        Path last = JournalledSpool.files(image).get(0);
        byte[] more = new byte[1 << 20];
        for (int i = 0; i < 9; i++) {
            Files.write(last, more, StandardOpenOption.APPEND);
        }
        assertThatThrownBy(() -> open(image)).isInstanceOf(SpoolException.class).hasMessageContaining("exceed limit");
    }

    /** Flipped bits, garbage, cuts and doubled stretches: each group is whole or declared, or the error is a documented one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void anyDamageIsDeclaredOrRefused(long seed) throws Exception {
        Random random = new Random(seed);
        int opened = 0;
        for (int input = 0; input < INPUTS; input++) {
            Path copy = JournalledSpool.image(image, directory.resolve("copy-" + seed + "-" + input));
            List<Path> files = JournalledSpool.files(copy);
            Path file = files.get(random.nextInt(files.size()));
            Files.write(file, damaged(Files.readAllBytes(file), random));
            try (JournalledSpool next = open(copy)) {
                requireWhole(next, "seed " + seed + ", input " + input);
                opened++;
            } catch (SpoolException e) {
                assertThat(e).hasMessageContaining("spool");
            }
        }
        assertThat(opened).isGreaterThan(INPUTS / 2);
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        int kind = random.nextInt(4);
        int at = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(200));
        if (kind == 0) {
            bytes[at] ^= (byte) (1 << random.nextInt(8));
        } else if (kind == 1) {
            byte[] garbage = new byte[length];
            random.nextBytes(garbage);
            System.arraycopy(garbage, 0, bytes, at, length);
        } else if (kind == 2) {
            byte[] shorter = new byte[bytes.length - length];
            System.arraycopy(bytes, 0, shorter, 0, at);
            System.arraycopy(bytes, at + length, shorter, at, shorter.length - at);
            return shorter;
        } else {
            byte[] longer = new byte[bytes.length + length];
            System.arraycopy(bytes, 0, longer, 0, at + length);
            System.arraycopy(bytes, at, longer, at + length, bytes.length - at);
            return longer;
        }
        return bytes;
    }

    /** No item is damaged, and the numbers of each group have no hole. */
    private static void requireWhole(JournalledSpool next, String input) {
        long[] expected = next.spool.released();
        for (Sequenced item = next.spool.claim(0, 1 << 20); item != null; item = next.spool.claim(0, 1 << 20)) {
            assertThat(JournalledSpool.text(item)).as(input).doesNotContain("damaged");
            assertThat(item.sequence()).as(input).isEqualTo(expected[item.group()]);
            expected[item.group()] = item.nextSequence();
        }
    }
}

package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.MOTION;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spool.SpoolException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage in the files: what is lost by it is declared, or the files are refused with an error that says why. Nothing is silent. */
class DamagedJournalTest {
    private static final int INPUTS = 1500;

    @TempDir
    Path directory;

    private Path image;

    @BeforeEach
    void run() throws Exception {
        Path spool = directory.resolve("run");
        try (JournalledSpool run = JournalledSpool.open(spool, SELDOM, 1024, JournalledSpool.BOOT, () -> 1)) {
            run.put(ECG, 12);
            run.put(MOTION, 4);
            run.claimAll();
            run.spool.release(ECG, 1);
            run.put(MOTION, 12);
        }
        image = JournalledSpool.image(spool, directory.resolve("image"));
        assertThat(JournalledSpool.files(image)).hasSizeGreaterThan(2);
    }

    private static JournalledSpool open(Path copy) {
        return JournalledSpool.open(copy, SELDOM, 1024, JournalledSpool.BOOT, () -> 1);
    }

    private static void flip(Path file, int at) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    /** The place of the payload of the n-th packet of a file, behind its head. */
    private static int payloadOf(Path file, int n) throws Exception {
        int[] found = {n, -1};
        new SegmentReader(Files.readAllBytes(file)).read(record -> {
            if (record.number(1) == RecordType.PACKET && found[0]-- == 0) {
                record.bytes(36);
                found[1] = record.at();
            }
        });
        return found[1];
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
        for (Path file : JournalledSpool.files(image)) {
            flip(file, 20);
        }
        List<Path> files = JournalledSpool.files(image);
        flip(files.get(files.size() - 1), 20); // as it was
        try (JournalledSpool next = open(image)) {
            assertThat(next.claimAll()).hasSize(11 + 16).noneMatch(item -> item.contains("+"));
        }
    }

    @Test
    void aDamagedBeginningOfAnotherSessionCostsNothing() throws Exception {
        UUID another = new UUID(5, 5);
        Path spool = directory.resolve("another");
        Path copy;
        try (JournalledSpool run = JournalledSpool.open(spool, SELDOM, 1 << 20, JournalledSpool.BOOT, () -> 1)) {
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
        try (JournalledSpool run = JournalledSpool.open(spool, SELDOM, 1 << 20, JournalledSpool.BOOT, () -> 1)) {
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
        flip(JournalledSpool.files(copy).get(0), 20);
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

    /** The checksums are right: a faulty program wrote it. */
    @Test
    void aPacketThatNobodyCanHaveSampledIsRefused() throws Exception {
        RecordBuffer record = new RecordBuffer();
        record.begin(RecordType.PACKET).number(1).number(ECG, 1).number(99).number(0);
        record.number(1L << 55).number(10, 2).number(1, 1).append(new byte[20]).end();
        append(record);
        assertThatThrownBy(() -> open(image))
                .isInstanceOf(SpoolException.class)
                .hasMessageContaining("is damaged: unit", "beyond 64-bit nanoseconds");
    }

    @Test
    void twoSessionsInOneFileAreRefusedAndNothingIsDeleted() throws Exception {
        State.Origin origin = new State.Origin(true, JournalledSpool.BOOT, new byte[State.DIGEST]);
        RecordBuffer records = new RecordBuffer();
        new State(8, true, new UUID(8, 8), origin, 3).write(records);
        new State(9, false, new UUID(9, 9), origin, 3).write(records);
        append(records);
        int files = JournalledSpool.files(image).size();
        assertThatThrownBy(() -> open(image))
                .isInstanceOf(SpoolException.class)
                .hasMessageContaining("records of two sessions");
        assertThat(JournalledSpool.files(image)).hasSize(files);
    }

    private void append(RecordBuffer records) throws Exception {
        List<Path> files = JournalledSpool.files(image);
        byte[] bytes = Arrays.copyOf(records.bytes(), records.length());
        Files.write(files.get(files.size() - 1), bytes, StandardOpenOption.APPEND);
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

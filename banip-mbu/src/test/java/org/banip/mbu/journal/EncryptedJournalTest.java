package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.MOTION;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.MemoryFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the files of a spool with a key give away, and to whom they are of use. */
class EncryptedJournalTest {
    private static final byte[] SECRET =
            "no byte of this signal is to be found in a file".getBytes(StandardCharsets.US_ASCII);

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    private static JournalledSpool open(Path spool, Optional<SecretKey> key) {
        return JournalledSpool.open(spool, SELDOM, 1024, JournalledSpool.BOOT, () -> 1, key);
    }

    private static JournalledSpool open(Path spool) {
        return open(spool, AtRest.ENCRYPTED.key());
    }

    /** What a killed process leaves: 20 packets in several files. */
    private Path left(AtRest atRest) throws Exception {
        Path spool = directory.resolve("run-" + atRest);
        try (JournalledSpool run = open(spool, atRest.key())) {
            for (int i = 0; i < 20; i++) {
                run.spool.put(ECG, 0, i * 10L, 10, true, SECRET);
            }
            return JournalledSpool.image(spool, directory.resolve("left-" + atRest));
        }
    }

    private static List<byte[]> contents(Path spool) throws Exception {
        List<byte[]> all = new ArrayList<>();
        for (Path file : JournalledSpool.files(spool)) {
            all.add(Files.readAllBytes(file));
        }
        return all;
    }

    /** Whether any four bytes of the secret, one after the other, are in a file. */
    private static boolean tells(Path spool) throws Exception {
        String secret = new String(SECRET, StandardCharsets.ISO_8859_1);
        for (byte[] bytes : contents(spool)) {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            for (int from = 0; from + 4 <= secret.length(); from++) {
                if (text.contains(secret.substring(from, from + 4))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many packets with the secret are claimed. */
    private static int secrets(JournalledSpool spool) {
        int secrets = 0;
        for (Sequenced item = spool.spool.claim(0, 1 << 20); item != null; item = spool.spool.claim(0, 1 << 20)) {
            secrets += item instanceof Packet packet && Arrays.equals(packet.payload(), SECRET) ? 1 : 0;
        }
        return secrets;
    }

    @Test
    void noPayloadIsInTheFiles() throws Exception {
        assertThat(tells(left(AtRest.PLAIN))).isTrue();
        Path image = left(AtRest.ENCRYPTED);
        assertThat(JournalledSpool.files(image)).hasSizeGreaterThan(2);
        assertThat(tells(image)).isFalse();
        try (JournalledSpool next = open(image)) {
            assertThat(secrets(next)).isEqualTo(20);
        }
    }

    @Test
    void anotherKeyOrNoneIsRefusedAndTheFilesAreLeftAsTheyAre() throws Exception {
        Path image = left(AtRest.ENCRYPTED);
        List<byte[]> before = contents(image);
        assertThatThrownBy(() -> open(image, Optional.of(AtRest.key(2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spool: " + image.toRealPath()
                        + " is encrypted with another key; start the MBU with that one to"
                        + " deliver what waits, name it as a former one, or use another directory");
        assertThatThrownBy(() -> open(image, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spool: " + image.toRealPath() + " is encrypted; start the MBU with its key to deliver what"
                        + " waits, or use another directory");
        assertThat(contents(image)).usingRecursiveComparison().isEqualTo(before);
        try (JournalledSpool next = open(image)) {
            assertThat(next.spool.packets()).isEqualTo(20);
        }
    }

    @Test
    void aKeyThatIsNotForAes256IsRefused() {
        assertThatThrownBy(() -> open(directory, Optional.of(new SecretKeySpec(new byte[16], "AES"))))
                .hasMessage("spool: the key has 128 bits, must be 256");
        assertThatThrownBy(() -> open(directory, Optional.of(new SecretKeySpec(new byte[32], "HmacSHA256"))))
                .hasMessage("spool: the key is for HmacSHA256, allowed is AES");
    }

    @Test
    void plainFilesAreDeliveredAndWrittenAgainEncrypted() throws Exception {
        Path image = left(AtRest.PLAIN);
        int files = JournalledSpool.files(image).size();
        assertThat(files).isGreaterThan(2);
        try (JournalledSpool next = open(image)) {
            assertThat(next.spool.packets()).isEqualTo(20);
            next.put(MOTION, files);
            assertThat(tells(image)).isFalse();
        }
        try (JournalledSpool again = open(image)) {
            assertThat(again.spool.packets()).isEqualTo(20 + files);
            assertThat(secrets(again)).isEqualTo(20);
        }
    }

    @Test
    void filesOfFormerKeysAreDeliveredAndWrittenAgainWithThePresentOne() throws Exception {
        Path image = left(AtRest.ENCRYPTED);
        int files = JournalledSpool.files(image).size();
        assertThat(files).isGreaterThan(2);
        assertThatThrownBy(() -> JournalledSpool.open(image, 1024, AtRest.key(2), AtRest.key(3)))
                .hasMessageContaining("name it as a former one");
        // Killed before anything is written again, so files of two keys are there.
        Path twice = directory.resolve("twice");
        try (JournalledSpool next = JournalledSpool.open(image, 1024, AtRest.key(2), AtRest.key(3), AtRest.key(1))) {
            assertThat(next.spool.packets()).isEqualTo(20);
            next.put(MOTION, 1);
            JournalledSpool.image(image, twice);
        }
        assertThatThrownBy(() -> JournalledSpool.open(twice, 1024, AtRest.key(2)))
                .hasMessageContaining("encrypted with another key");
        try (JournalledSpool last = JournalledSpool.open(twice, 1024, AtRest.key(4), AtRest.key(2), AtRest.key(1))) {
            assertThat(last.spool.packets()).isEqualTo(21);
            last.put(MOTION, files + 2);
        }
        try (JournalledSpool again = JournalledSpool.open(twice, 1024, AtRest.key(4))) {
            assertThat(again.spool.packets()).isEqualTo(21 + files + 2);
            assertThat(secrets(again)).isEqualTo(20);
        }
    }

    @Test
    void startsWithoutItemsLeaveNoFilesBehind() throws Exception {
        Path image = left(AtRest.ENCRYPTED);
        int files = JournalledSpool.files(image).size();
        for (int start = 0; start < 5; start++) {
            open(image).close();
        }
        assertThat(JournalledSpool.files(image)).hasSize(files + 1);
        try (JournalledSpool next = open(image)) {
            assertThat(next.spool.packets()).isEqualTo(20);
        }
    }

    // --- records that were not written where they are found ---

    /** Where the records of a file are that are encrypted: place of the head, and end. */
    private static List<int[]> encrypted(byte[] file) {
        List<int[]> places = new ArrayList<>();
        SegmentReader reader = new SegmentReader(file);
        for (int at = reader.find(0); at >= 0; at = reader.find(reader.endOf(at))) {
            if (file[at + RecordBuffer.HEAD] == RecordType.ENCRYPTED) {
                places.add(new int[] {at, reader.endOf(at)});
            }
        }
        return places;
    }

    private static List<String> claimed(Path spool) throws Exception {
        try (JournalledSpool next = open(spool)) {
            List<String> all = new ArrayList<>();
            next.claimAll().forEach(item -> all.add(item.replace(" damaged", ""))); // another payload than usual
            return all;
        }
    }

    @Test
    void recordsThatHaveChangedPlacesAreGaps() throws Exception {
        Path image = left(AtRest.ENCRYPTED);
        Path file = JournalledSpool.files(image).get(1);
        byte[] bytes = Files.readAllBytes(file);
        byte[] swapped = bytes.clone();
        int[] one = encrypted(bytes).get(1); // behind the state
        int[] two = encrypted(bytes).get(2);
        int length = one[1] - one[0];
        assertThat(two[1] - two[0]).isEqualTo(length);
        System.arraycopy(bytes, one[0], swapped, two[0], length);
        System.arraycopy(bytes, two[0], swapped, one[0], length);
        Files.write(file, swapped);
        assertThat(claimed(image))
                .hasSize(19)
                .filteredOn(item -> item.contains("+20"))
                .hasSize(1);
    }

    @Test
    void aRecordOfAnotherFileIsAGap() throws Exception {
        Path image = left(AtRest.ENCRYPTED);
        List<Path> files = JournalledSpool.files(image);
        byte[] first = Files.readAllBytes(files.get(0));
        byte[] second = Files.readAllBytes(files.get(1));
        int[] place = encrypted(first).get(2);
        assertThat(encrypted(second).get(2)).as("the same place").isEqualTo(place);
        System.arraycopy(first, place[0], second, place[0], place[1] - place[0]);
        Files.write(files.get(1), second);
        assertThat(claimed(image))
                .hasSize(20)
                .filteredOn(item -> item.contains("+10"))
                .hasSize(1);
    }

    @Test
    void aFileUnderAnotherNumberCountsForNothing() throws Exception {
        Path image = left(AtRest.ENCRYPTED);
        List<Path> files = JournalledSpool.files(image);
        Files.copy(files.get(0), image.resolve("spool-99.log"));
        assertThat(claimed(image)).hasSize(20).noneMatch(item -> item.contains("+"));
    }

    @Test
    void whatIsAppendedByOthersCountsForNothing() throws Exception {
        Path image = left(AtRest.ENCRYPTED);
        List<Path> files = JournalledSpool.files(image);
        Path last = files.get(files.size() - 1);
        byte[] bytes = Files.readAllBytes(last);
        int[] again = encrypted(bytes).get(1);
        RecordBuffer released = new RecordBuffer();
        released.begin(RecordType.RELEASED).number(ECG, 1).number(20).end();
        Files.write(last, Arrays.copyOfRange(bytes, again[0], again[1]), StandardOpenOption.APPEND);
        Files.write(last, Arrays.copyOf(released.bytes(), released.length()), StandardOpenOption.APPEND);
        assertThat(claimed(image)).hasSize(20).noneMatch(item -> item.contains("+"));
    }

    // --- nonces ---

    /** Data key, file and place of each record that was ever seen, and what was encrypted there. */
    private static final class Seen {
        private final Map<List<Object>, String> records = new HashMap<>();
        private int again;

        void look(Path spool) throws Exception {
            for (Path file : JournalledSpool.files(spool)) {
                byte[] bytes = Files.readAllBytes(file);
                SegmentReader reader = new SegmentReader(bytes);
                if (reader.find(0) != 0) {
                    continue; // the power was cut when it was begun
                }
                RecordBody wrapped = reader.bodyAt(0);
                wrapped.skip(1);
                String key = Arrays.toString(
                        new WrappingKey(AtRest.key(1)).unwrap(wrapped).orElseThrow());
                for (int[] place : encrypted(bytes)) {
                    String record = Arrays.toString(Arrays.copyOfRange(bytes, place[0], place[1]));
                    String before = records.putIfAbsent(List.of(key, file.getFileName(), place[0]), record);
                    again += before == null ? 0 : 1;
                    assertThat(before == null ? record : before).isEqualTo(record);
                }
            }
        }
    }

    /** Each process is killed, and loses a part of what it has written; the next one puts other packets in their place. */
    @Test
    void noNonceIsUsedTwiceHoweverOftenAnEndIsCutOff() throws Exception {
        Random random = new Random(4);
        Seen seen = new Seen();
        long unit = 0;
        Path spool = directory.resolve("start-0");
        for (int start = 1; start <= 60; start++) {
            Path image = directory.resolve("start-" + start);
            try (JournalledSpool run =
                    JournalledSpool.open(spool, SELDOM, 4096, JournalledSpool.BOOT, () -> 1, AtRest.ENCRYPTED.key())) {
                for (int i = random.nextInt(12); i >= 0; i--) {
                    unit += 10 + random.nextInt(1000);
                    run.spool.put(MOTION, 0, unit, 10, true, SECRET);
                }
                if (random.nextInt(8) == 0) {
                    run.spool.renumber(new UUID(random.nextLong(), start));
                }
                seen.look(spool);
                JournalledSpool.image(spool, image);
            }
            seen.look(spool);
            List<Path> files = JournalledSpool.files(image);
            Path last = files.get(files.size() - 1);
            byte[] bytes = Files.readAllBytes(last);
            Files.write(last, Arrays.copyOf(bytes, bytes.length - random.nextInt(bytes.length / 2)));
            spool = image;
        }
        assertThat(seen.records).hasSizeGreaterThan(300);
        assertThat(seen.again).isPositive();
    }
}

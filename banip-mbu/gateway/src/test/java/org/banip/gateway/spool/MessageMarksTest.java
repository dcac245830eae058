package org.banip.gateway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.gateway.sample.Samples;
import org.banip.mbu.journal.SpoolDirectory;
import org.banip.mbu.spi.SensorInput.GridUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of marks, as it is and as it should not be. */
class MessageMarksTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_795_705_445L * SECOND;
    private static final int UNITS = 10;
    private static final SensorGroup GROUP =
            SensorGroup.live("air", Frequency.ofHz(10), List.of(new Channel("air", "1", 8, 0, 100, 0, 100)));

    @TempDir
    private Path path;

    private SpoolDirectory directory;

    @BeforeEach
    void lock() throws Exception {
        directory = SpoolDirectory.lock(path);
    }

    @AfterEach
    void unlock() throws Exception {
        directory.unlock();
    }

    private static Optional<GridUnit> due(long nanos) {
        return Optional.of(new GridUnit(nanos, 0));
    }

    private MessageMarks open(Optional<GridUnit> due) {
        return MessageMarks.open(directory, false, List.of(GROUP, GROUP), g -> due, NOW);
    }

    /** A message of one second, the n-th one; the names of the odd ones are known by a name. */
    static Mark mark(int group, int n) {
        long sampled = NOW + n * SECOND;
        return new Mark(
                group,
                n % 2 == 0 ? MessageKey.at(sampled) : MessageKey.named("message " + n),
                new Samples.Digest(ByteBuffer.wrap(filled(n))),
                UNITS,
                sampled,
                NOW,
                false);
    }

    private static byte[] filled(int n) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) n);
        return bytes;
    }

    private static List<Mark> marks(int from, int to) {
        List<Mark> marks = new ArrayList<>();
        for (int n = from; n < to; n++) {
            marks.add(mark(0, n));
        }
        return marks;
    }

    private byte[] file() throws Exception {
        return Files.readAllBytes(path.resolve("messages.log"));
    }

    /** The file with these marks, and where each record ends. */
    private byte[] written(List<Mark> marks, List<Integer> ends) {
        try (MessageMarks file = open(Optional.empty())) {
            for (Mark mark : marks) {
                file.append(mark);
                ends.add((int) file.length());
            }
            return file();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachPrefixHasTheMarksThatAreWhole() throws Exception {
        List<Mark> marks = marks(0, 6);
        List<Integer> ends = new ArrayList<>();
        byte[] file = written(marks, ends);
        for (int length = 0; length <= file.length; length++) {
            int most = length;
            int whole = (int) ends.stream().filter(end -> end <= most).count();
            assertThat(MarkList.of(Arrays.copyOf(file, length)).of(0))
                    .as("%d bytes", length)
                    .isEqualTo(marks.subList(0, whole));
        }
    }

    @Test
    void aDamagedRecordCostsItselfAndTheMarkThatItMayHaveWithdrawn() throws Exception {
        List<Mark> marks = marks(0, 6);
        List<Integer> ends = new ArrayList<>();
        byte[] file = written(marks, ends);
        for (int at = 0; at < file.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = file.clone();
                damaged[at] ^= (byte) (1 << bit);
                int place = at;
                int record = (int) ends.stream().filter(end -> end <= place).count();
                List<Mark> expected = new ArrayList<>(marks);
                expected.remove(record);
                if (record > 0 && record < marks.size() - 1) {
                    expected.remove(record - 1);
                }
                assertThat(MarkList.of(damaged).of(0))
                        .as("bit %d of byte %d, record %d", bit, at, record)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void aWithdrawnMarkIsNotThereAlsoIfItsWithdrawalIsDamaged() throws Exception {
        Mark withdrawn = mark(0, 3);
        List<Integer> ends = new ArrayList<>();
        byte[] file = written(List.of(mark(0, 2), withdrawn, withdrawn.units(0), mark(0, 4)), ends);
        assertThat(MarkList.of(file).of(0)).containsExactly(mark(0, 2), mark(0, 4));
        for (int at = ends.get(1); at < ends.get(2); at++) {
            byte[] damaged = file.clone();
            damaged[at] ^= 0x55;
            assertThat(MarkList.of(damaged).of(0)).as("byte %d", at).containsExactly(mark(0, 2), mark(0, 4));
        }
    }

    @Test
    void marksAreBelievedAsFarAsTheSpoolReaches() {
        List<Mark> marks = marks(0, 6);
        List<Integer> ends = new ArrayList<>();
        byte[] unused = written(marks, ends);
        long due = mark(0, 3).sampledNanos() + 4 * SECOND / UNITS;
        try (MessageMarks again = open(due(due))) {
            assertThat(again.believed(0))
                    .containsExactly(
                            marks.get(0),
                            marks.get(1),
                            marks.get(2),
                            marks.get(3).units(4));
            assertThat(again.believed(1)).isEmpty();
        }
        try (MessageMarks without = open(Optional.empty())) {
            assertThat(without.believed(0)).as("no spool is there").isEmpty();
        }
    }

    @Test
    void whatTheHostHasStoredIsKnownWithoutASpool() {
        List<Mark> marks = marks(0, 3);
        try (MessageMarks file = open(Optional.empty())) {
            file.append(marks.get(0));
            file.append(marks.get(1));
            file.stored();
            file.append(marks.get(2));
        }
        for (int start = 0; start < 3; start++) {
            try (MessageMarks again = open(Optional.empty())) {
                assertThat(again.believed(0))
                        .containsExactly(marks.get(0).isStored(), marks.get(1).isStored());
            }
        }
    }

    @Test
    void theTimeWithoutAProcessDoesNotCount() {
        try (MessageMarks file = open(Optional.empty())) {
            file.append(mark(0, 0).arrived(NOW - 90 * SECOND));
            file.append(mark(1, 1).arrived(NOW - 30 * SECOND));
            file.stored();
        }
        long muchLater = NOW + 100_000 * SECOND;
        try (MessageMarks again =
                MessageMarks.open(directory, false, List.of(GROUP, GROUP), g -> Optional.empty(), muchLater)) {
            assertThat(again.believed(0)).extracting(Mark::arrivedNanos).containsExactly(muchLater - 60 * SECOND);
            assertThat(again.believed(1)).extracting(Mark::arrivedNanos).containsExactly(muchLater);
        }
    }

    @Test
    void theFileStaysBounded() {
        long longest = 0;
        int marks = 20_000;
        try (MessageMarks file = open(Optional.empty())) {
            for (int n = 0; n < marks; n++) {
                file.append(mark(n % 2, n));
                longest = Math.max(longest, file.length());
            }
            assertThat(longest)
                    .isLessThan(3 * 2 * MarkList.MOST * 128 + (256 << 10))
                    .isGreaterThan(256 << 10);
        }
        try (MessageMarks again = open(due(mark(0, marks).sampledNanos()))) {
            assertThat(again.believed(0)).hasSize(MarkList.MOST).last().isEqualTo(mark(0, marks - 2));
            assertThat(again.believed(1)).hasSize(MarkList.MOST).last().isEqualTo(mark(1, marks - 1));
        }
    }

    @Test
    void nothingIsWrittenAfterTheEnd() {
        MessageMarks file = open(Optional.empty());
        file.close();
        assertThatThrownBy(() -> file.append(mark(0, 0))).isInstanceOf(UncheckedIOException.class);
    }
}

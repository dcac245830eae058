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
import java.util.UUID;
import org.banip.mbu.spool.SpoolException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records whose checksums are right and that a faulty program has written. */
class FaultyJournalTest {
    @TempDir
    Path directory;

    private Path image;

    @BeforeEach
    void run() throws Exception {
        Path spool = directory.resolve("run");
        try (JournalledSpool run = open(spool)) {
            run.put(ECG, 12);
            run.put(MOTION, 4);
        }
        image = JournalledSpool.image(spool, directory.resolve("image"));
    }

    private static JournalledSpool open(Path copy) {
        return JournalledSpool.open(copy, SELDOM, 1024, JournalledSpool.BOOT, () -> 1);
    }

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
}

package org.banip.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is done to the lines of a log is found, and named. */
class AuditCheckTest {
    private static final int LINES = 90;

    @TempDir
    Path directory;

    /** All lines of three files. */
    private final List<List<String>> files = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        try (AuditLog log = AuditLog.open(new AuditSettings(directory, 4096, 20), "host")) {
            for (int count = 0; count < LINES; count++) {
                log.confirm(AuditEntry.of(AuditEvent.EXPORTED).with("ban", "ban-" + count))
                        .join();
            }
        }
        for (Path file : AuditEnd.files(directory)) {
            files.add(new ArrayList<>(Files.readAllLines(file)));
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(3);
        assertThat(check(Optional.empty()).isIntact()).isTrue();
    }

    @Test
    void aChangedLineIsNamed() throws IOException {
        for (int file = 0; file < files.size(); file++) {
            for (int line = 0; line < files.get(file).size(); line++) {
                if (file == files.size() - 1 && line == files.get(file).size() - 1) {
                    continue; // the last one: only with a digest that was kept
                }
                String was = files.get(file).get(line);
                files.get(file).set(line, was.replace("ban-", "bad-").replace("audit-", "tidua-"));
                assertBad(file, line, 0);
                files.get(file).set(line, was);
            }
        }
    }

    @Test
    void aChangedDigestNumberOrByteIsNamed() throws IOException {
        Random random = new Random(20_261_127);
        for (int round = 0; round < 200; round++) {
            int file = random.nextInt(files.size() - 1);
            int line = random.nextInt(files.get(file).size());
            String was = files.get(file).get(line);
            byte[] bytes = was.getBytes(StandardCharsets.US_ASCII);
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(7));
            files.get(file).set(line, new String(bytes, StandardCharsets.ISO_8859_1));
            save();
            assertThat(check(Optional.empty()).bad()).as("round %d", round).isPresent();
            files.get(file).set(line, was);
        }
    }

    @Test
    void aRemovedLineIsNamed() throws IOException {
        for (int file = 0; file < files.size(); file++) {
            for (int line = 0; line < files.get(file).size(); line++) {
                boolean first = file == 0 && line == 0;
                boolean last =
                        file == files.size() - 1 && line == files.get(file).size() - 1;
                if (first || last) {
                    continue; // a log may begin later, and its end is known by a digest that was kept
                }
                String was = files.get(file).remove(line);
                boolean atEnd = line == files.get(file).size();
                assertBad(atEnd ? file + 1 : file, atEnd ? 0 : line, 0);
                files.get(file).add(line, was);
            }
        }
    }

    @Test
    void anInsertedLineIsNamed() throws IOException {
        for (int line = 1; line < files.get(1).size(); line++) {
            String before = files.get(1).get(line - 1);
            files.get(1).add(line, before); // once more
            assertBad(1, line, 0);
            // Number and digest fit, so that the line that was there before does not any more.
            String forged = before.replaceFirst(
                            "\"number\":\\d+",
                            "\"number\":"
                                    + (AuditLine.parse(bytes(before))
                                                    .orElseThrow()
                                                    .number()
                                            + 1))
                    .replaceFirst("\"previous\":\"[0-9a-f]+", "\"previous\":\"" + AuditLine.digest(bytes(before)));
            files.get(1).set(line, forged);
            assertBad(1, line, 1);
            files.get(1).remove(line);
        }
    }

    @Test
    void exchangedLinesAreNamed() throws IOException {
        for (int line = 1; line < files.get(1).size() - 1; line++) {
            Collections.swap(files.get(1), line, line + 1);
            assertBad(1, line, 0);
            Collections.swap(files.get(1), line, line + 1);
        }
    }

    @Test
    void exchangedFilesAreFound() throws IOException {
        List<Path> written = AuditEnd.files(directory);
        List<Path> exchanged = new ArrayList<>(written);
        Collections.swap(exchanged, 0, 1);
        AuditCheck.Report report = AuditCheck.run(exchanged, Optional.empty(), (done, total) -> {});
        assertThat(report.bad()).hasValueSatisfying(bad -> {
            assertThat(bad.file()).isEqualTo(written.get(0));
            assertThat(bad.line()).isEqualTo(1);
        });
    }

    @Test
    void aCutAtTheEndIsFoundWithADigestThatWasKept() throws IOException {
        String kept = check(Optional.empty()).digest();
        List<String> last = files.get(files.size() - 1);
        String was = last.remove(last.size() - 1);
        save();
        assertThat(check(Optional.empty()).isIntact()).isTrue();
        assertThat(check(Optional.of(kept)).isIntact()).isFalse();
        last.add(was.replace("ban-", "bad-"));
        save();
        assertThat(check(Optional.of(kept)).isIntact()).isFalse();
        last.set(last.size() - 1, was);
        save();
        assertThat(check(Optional.of(kept)).isIntact()).isTrue();
        assertThat(check(Optional.of(AuditLine.digest(bytes(files.get(0).get(3)))))
                        .isIntact())
                .as("a digest of an earlier line, kept before the log went on")
                .isTrue();
    }

    @Test
    void itTellsHowFarItIs() throws IOException {
        AtomicLong last = new AtomicLong();
        AuditCheck.Report report = AuditCheck.run(List.of(directory), Optional.empty(), (done, total) -> {
            assertThat(done).isGreaterThanOrEqualTo(last.get()).isLessThanOrEqualTo(total);
            last.set(done);
        });
        long size = 0;
        for (Path file : AuditEnd.files(directory)) {
            size += Files.size(file);
        }
        assertThat(last).hasValue(size);
        assertThat(report.lines()).isEqualTo(report.lastNumber());
        assertThatThrownBy(() ->
                        AuditCheck.run(List.of(directory.resolve("absent")), Optional.empty(), (done, total) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("absent");
    }

    private void assertBad(int file, int line, int later) throws IOException {
        save();
        Path expected = AuditEnd.files(directory).get(file);
        AuditCheck.Report report = check(Optional.empty());
        assertThat(report.bad()).as("file %d, line %d", file, line).hasValueSatisfying(bad -> {
            if (bad.file().equals(expected)) {
                assertThat(bad.line()).isBetween(line + 1L, line + 1L + later);
            } else {
                // A change in the last line of a file shows in the first line of the next one.
                assertThat(line).isEqualTo(files.get(file).size() - 1);
                assertThat(bad.line()).isEqualTo(1);
            }
        });
    }

    private void save() throws IOException {
        List<Path> paths = AuditEnd.files(directory);
        for (int file = 0; file < paths.size(); file++) {
            Files.writeString(paths.get(file), String.join("\n", files.get(file)) + "\n", StandardCharsets.ISO_8859_1);
        }
    }

    private static byte[] bytes(String line) {
        return line.getBytes(StandardCharsets.UTF_8);
    }

    private AuditCheck.Report check(Optional<String> expected) {
        return AuditCheck.run(List.of(directory), expected, (done, total) -> {});
    }
}

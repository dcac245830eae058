package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host's process dies without warning while it commits. */
class KilledWriterTest {
    private static final int PAYLOAD = 300;
    private static final Pattern ACKNOWLEDGED = Pattern.compile("ack \\d+\\.");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2_000, 9_000})
    void everythingAcknowledgedIsThereBitForBit(int acknowledgements) throws Exception {
        Path file = directory.resolve("store.db");
        Process writer = writer(file, "-Dbanip.test=killed");
        long acknowledged = -1;
        boolean refused = false;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
            String line = lines.readLine();
            for (int count = 1; line != null; count++) {
                if (ACKNOWLEDGED.matcher(line).matches()) {
                    acknowledged = Long.parseLong(line.substring(4, line.length() - 1));
                }
                if (!refused && acknowledged >= 0) {
                    refused = true;
                    assertThatThrownBy(() -> JdbcStore.open(file))
                            .hasMessageContaining("in use by another process (host or store), " + writer.pid());
                }
                if (count == acknowledgements) {
                    // By its handle: the process itself would close the pipe with what it still holds.
                    writer.toHandle().destroyForcibly();
                }
                line = lines.readLine();
            }
        }
        assertThat(writer.waitFor()).isEqualTo(128 + 9);

        try (Store store = JdbcStore.openForReading(file)) {
            assertIntact(store, acknowledged);
        }
        try (Store store = JdbcStore.open(file)) {
            assertIntact(store, acknowledged);
            InterconnectRecord interconnect = store.interconnects().get(0);
            long next = store.nextSequences(interconnect)[0];
            Commits commits = new Commits();
            commits.store(store, interconnect, List.of(TestRecords.packet(0, next, PAYLOAD)));
            assertThat(commits.failed).isEmpty();
        }
    }

    /** SQLite's driver copies its native library and deletes the copy when its process ends in order; a killed process cannot. */
    @Test
    void copiesOfTheDriversLibraryThatKilledProcessesLeftAreRemovedAtTheNextStart() throws Exception {
        Path copies = Files.createDirectory(directory.resolve("copies"));
        List<Path> first = killedAtItsFirstAcknowledgement("first.db", copies);
        assertThat(first).isNotEmpty();
        for (Path copy : first) { // as if it had been killed long ago
            Files.setLastModifiedTime(copy, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        }
        List<Path> second = killedAtItsFirstAcknowledgement("second.db", copies);
        assertThat(second).hasSameSizeAs(first).doesNotContainAnyElementsOf(first);
    }

    /** What is in the folder of the copies after a process that wrote a store was killed. */
    private List<Path> killedAtItsFirstAcknowledgement(String store, Path copies) throws Exception {
        Process writer = writer(directory.resolve(store), "-Dorg.sqlite.tmpdir=" + copies);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
            String line = lines.readLine();
            while (line != null && !ACKNOWLEDGED.matcher(line).matches()) {
                line = lines.readLine();
            }
            assertThat(line).as("an acknowledgement").isNotNull();
        } finally {
            writer.toHandle().destroyForcibly();
        }
        assertThat(writer.waitFor()).isEqualTo(128 + 9);
        try (Stream<Path> left = Files.list(copies)) {
            return left.toList();
        }
    }

    private static Process writer(Path file, String option) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                        option,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void assertIntact(Store store, long acknowledged) {
        InterconnectRecord interconnect = store.interconnects().get(0);
        long next = store.nextSequences(interconnect)[0];
        assertThat(acknowledged).isNotNegative();
        assertThat(next).isGreaterThan(acknowledged);
        List<Packet> expected = LongStream.range(0, next)
                .mapToObj(sequence -> TestRecords.packet(0, sequence, PAYLOAD))
                .toList();
        assertSame(Commits.readAll(store, interconnect, 0, 0), expected);
    }

    /** The process that is killed: writes as fast as it can and prints every number acknowledged, ended by a full stop. */
    static final class Writer implements Store.CommitListener {
        private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);

        public static void main(String[] arguments) {
            Writer listener = new Writer();
            try (Store store = JdbcStore.open(Path.of(arguments[0]))) {
                InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
                for (long sequence = 0; ; sequence++) {
                    Packet packet = TestRecords.packet(0, sequence, PAYLOAD);
                    while (!store.offer(interconnect, packet, 42, listener)) {
                        Thread.onSpinWait();
                    }
                }
            }
        }

        @Override
        public void committed(Sequenced item) {
            out.println("ack " + item.sequence() + ".");
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            throw cause;
        }
    }
}

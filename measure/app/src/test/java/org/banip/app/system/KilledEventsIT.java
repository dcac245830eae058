package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that offers events is killed again and again, in the middle of its work: each event that it had in a packet is stored once and in order,
 * and a gap says that a process ended.
 */
@Timeout(600)
class KilledEventsIT {
    private static final SensorGroup ALERTS =
            SensorGroup.alarms("alerts", 16, List.of(new Channel("number", "", 31, 0, Integer.MAX_VALUE, 0, 1)));
    private static final int KILLS = 8;
    private static final int A_PROCESS = 1_000_000;

    @TempDir
    Path directory;

    /** The process: offers events numbered from its first argument on, and prints the number of each that is in a packet. */
    public static final class Offering {
        private Offering() {}

        /** Arguments: first number, how many, URL of the host, directory of the spool. */
        public static void main(String[] args) throws Exception {
            int first = Integer.parseInt(args[0]);
            try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                    .broker(URI.create(args[2]))
                    .ban("ban-17")
                    .spool(Path.of(args[3]))
                    .events(ALERTS)
                    .start()) {
                long kept = mbu.status().groups().get(0).unitsEncoded(); // what an earlier process left counts, too
                for (int number = 0; number < Integer.parseInt(args[1]); number++) {
                    OfferOutcome outcome = mbu.events("alerts").offer(Instant.now(), "no " + number, first + number);
                    while (mbu.status().groups().get(0).unitsEncoded() <= kept + number) {
                        Thread.onSpinWait();
                    }
                    System.out.println(outcome == OfferOutcome.ACCEPTED ? first + number : outcome);
                    System.out.flush();
                }
                mbu.awaitDelivered(Duration.ofMinutes(1));
            }
        }
    }

    @Test
    void eachEventInAPacketIsStoredOnceAndInOrder() throws Exception {
        long seed = System.nanoTime();
        System.out.println("KilledEventsIT seed " + seed);
        Random random = new Random(seed);
        List<Integer> encoded = new ArrayList<>();
        try (SurrogateHost surrogates = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer host = HostServer.start(
                        surrogates,
                        HostServerSettings.builder().address("127.0.0.1", 0).build())) {
            for (int round = 0; round < KILLS; round++) {
                encoded.addAll(offered(host.baseUri(), round * A_PROCESS, A_PROCESS, 1 + random.nextInt(200)));
            }
            encoded.addAll(offered(host.baseUri(), KILLS * A_PROCESS, 10, Integer.MAX_VALUE));
        }
        assertStored(encoded);
    }

    /** Starts a process, kills it after this number of lines, and returns the numbers that it printed. */
    private List<Integer> offered(URI host, int first, int count, int lines) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Offering.class.getName(),
                        "" + first,
                        "" + count,
                        host.toString(),
                        directory.resolve("spool").toString())
                .redirectError(directory.resolve("err-" + first).toFile())
                .start();
        List<Integer> numbers = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            while (line != null) {
                if (line.matches("\\d+")) {
                    numbers.add(Integer.parseInt(line));
                }
                if (numbers.size() == lines) {
                    process.destroyForcibly();
                }
                line = out.readLine();
            }
        } catch (IOException e) {
            assertThat(numbers).hasSizeGreaterThanOrEqualTo(lines); // the kill closed the pipe
        } finally {
            process.destroyForcibly();
        }
        int status = process.waitFor();
        assertThat(status).as("status; errors are in err-" + first).isEqualTo(lines == Integer.MAX_VALUE ? 0 : 137);
        return numbers;
    }

    private void assertStored(List<Integer> encoded) {
        SampleLayout layout = new SampleLayout(ALERTS);
        List<Integer> stored = new ArrayList<>();
        List<Gap> gaps = new ArrayList<>();
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            assertThat(store.interconnects()).hasSize(1);
            new StoredRecording(store, store.interconnects().get(0), Transcoders.installed())
                    .read(0, new RecordingVisitor() {
                        @Override
                        public void sets(Block block) {
                            for (int at = 0; at < block.length(); at += layout.setBytes()) {
                                int number = layout.read(block.bytes(), at, 0);
                                assertThat(layout.text(block.bytes(), at)).isEqualTo("no " + number % A_PROCESS);
                                stored.add(number);
                            }
                        }

                        @Override
                        public void gap(Gap gap) {
                            gaps.add(gap);
                        }
                    });
        }
        assertThat(stored).isSorted().doesNotHaveDuplicates().containsAll(encoded);
        for (int round = 0; round <= KILLS; round++) { // nothing is missing in between, also beyond what was printed
            int from = round * A_PROCESS;
            List<Integer> ofProcess = stored.stream()
                    .filter(number -> number / A_PROCESS == from / A_PROCESS)
                    .toList();
            assertThat(ofProcess).isNotEmpty();
            assertThat(ofProcess.get(ofProcess.size() - 1)).isEqualTo(from + ofProcess.size() - 1);
        }
        assertThat(gaps).hasSize(KILLS).allMatch(gap -> gap.unitCount() == 1);
        assertThat(gaps).allMatch(gap -> gap.reason() == Gap.Reason.SENSOR_SILENT);
    }
}

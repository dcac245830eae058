package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.spi.SensorInput;
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

/** A process that adds one group after the other is killed, and the next one goes on with the same session: each group is there, and what it has. */
@Timeout(600)
class KilledAdditionIT {
    private static final int KILLS = 3;
    private static final int MOST_LINES = 6;
    private static final int LAST = 5;

    @TempDir
    Path directory;

    private static SensorGroup group(int number) {
        return SensorGroup.live(
                "g" + number, Frequency.ofHz(100), List.of(new Channel("number", "", 31, 0, Integer.MAX_VALUE, 0, 1)));
    }

    /** The process: adds a group, offers its number as the only sensor set, and prints the number when that is in the spool. */
    public static final class Adding {
        private Adding() {}

        /** Arguments: URL of the host, directory of the spool, how many groups. */
        public static void main(String[] args) throws Exception {
            try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                    .broker(URI.create(args[0]))
                    .ban("ban-17")
                    .spool(Path.of(args[1]))
                    .input(group(0))
                    .chain("packetizer(units=1,hold=0)")
                    .deregisterOnClose(false)
                    .start()) {
                int first = mbu.ban().groups().size();
                for (int number = first; number < first + Integer.parseInt(args[2]); number++) {
                    SensorInput input = mbu.addGroup(group(number)).input();
                    input.offerNext(number);
                    while (mbu.status().groups().get(number).unitsEncoded() == 0) {
                        Thread.onSpinWait();
                    }
                    System.out.println(number);
                    System.out.flush();
                }
                mbu.awaitDelivered(Duration.ofMinutes(1));
            }
        }
    }

    @Test
    void eachGroupThatWasAddedIsThere() throws Exception {
        long seed = System.nanoTime();
        System.out.println("KilledAdditionIT seed " + seed);
        Random random = new Random(seed);
        List<Integer> printed = new ArrayList<>();
        try (SurrogateHost surrogates = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer host = HostServer.start(
                        surrogates,
                        HostServerSettings.builder().address("127.0.0.1", 0).build())) {
            for (int process = 0; process < KILLS; process++) {
                printed.addAll(added(host.baseUri(), 1 + random.nextInt(MOST_LINES), Integer.MAX_VALUE));
            }
            printed.addAll(added(host.baseUri(), LAST, LAST));
        }
        assertStored(printed, seed);
    }

    /** Starts a process, kills it after this number of lines if it would add more, and returns what it printed. */
    private List<Integer> added(URI host, int lines, int groups) throws Exception {
        boolean killed = groups > lines;
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Adding.class.getName(),
                        host.toString(),
                        directory.resolve("spool").toString(),
                        "" + (killed ? lines + 1 : groups))
                .redirectErrorStream(true)
                .start();
        List<Integer> printed = new ArrayList<>();
        List<String> other = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.matches("\\d+")) {
                    printed.add(Integer.parseInt(line));
                } else {
                    other.add(line);
                }
                if (killed && printed.size() == lines) {
                    process.destroyForcibly();
                }
            }
        } catch (IOException e) {
            assertThat(printed).hasSizeGreaterThanOrEqualTo(lines); // the kill closed the pipe
        } finally {
            process.destroyForcibly();
        }
        int status = process.waitFor();
        assertThat(killed || status == 0).as("status %s: %s", status, other).isTrue();
        assertThat(printed).as("%s", other).hasSizeGreaterThanOrEqualTo(lines);
        return printed;
    }

    /** A group that a process had no time to print, or to offer anything of, may be there as well. */
    private void assertStored(List<Integer> printed, long seed) {
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            assertThat(store.interconnects()).as("seed %s", seed).hasSize(1);
            StoredRecording recording =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            assertThat(printed).as("seed %s", seed).doesNotHaveDuplicates().isSorted();
            for (int number = 1; number < recording.groups().size(); number++) {
                assertThat(recording.groups().get(number)).isEqualTo(group(number));
                List<Integer> stored = numbers(recording, number);
                assertThat(stored)
                        .as("group %s, seed %s", number, seed)
                        .isEqualTo(printed.contains(number) || !stored.isEmpty() ? List.of(number) : List.of());
            }
            assertThat(recording.groups()).hasSizeGreaterThan(printed.get(printed.size() - 1));
        }
    }

    private static List<Integer> numbers(StoredRecording recording, int group) {
        SampleLayout layout = new SampleLayout(recording.groups().get(group));
        List<Integer> numbers = new ArrayList<>();
        recording.read(group, new RecordingVisitor() {
            @Override
            public void sets(Block block) {
                for (int at = 0; at < block.length(); at += layout.setBytes()) {
                    numbers.add(layout.read(block.bytes(), at, 0));
                }
            }

            @Override
            public void gap(Gap gap) {}
        });
        return numbers;
    }
}

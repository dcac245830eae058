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
import java.util.concurrent.Semaphore;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.spi.MbuEvent;
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
 * A process that retires a group again and again is killed, and the next one goes on: each retirement is stored once in its place, and what is missing
 * is declared.
 */
@Timeout(600)
class KilledRetirementIT {
    private static final SensorGroup BELT = SensorGroup.live(
            "belt", Frequency.ofHz(100), List.of(new Channel("number", "", 31, 0, Integer.MAX_VALUE, 0, 1)));
    private static final int KILLS = 8;
    private static final int A_PROCESS = 1_000_000;
    private static final int ROUNDS = 100;

    @TempDir
    Path directory;

    /** The process: offers numbers from its first argument on, and prints what is in the spool: the number of a packet, or {@code r} for a retirement. */
    public static final class Offering {
        private Offering() {}

        /** Arguments: first number, URL of the host, directory of the spool. */
        public static void main(String[] args) throws Exception {
            int number = Integer.parseInt(args[0]);
            Semaphore retired = new Semaphore(0);
            try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                    .broker(URI.create(args[1]))
                    .ban("ban-17")
                    .spool(Path.of(args[2]))
                    .input(BELT)
                    .chain("packetizer(units=1,hold=0)")
                    .listener(event -> {
                        if (event instanceof MbuEvent.GapDeclared gap
                                && gap.gap().isRetirement()) {
                            retired.release();
                        }
                    })
                    .start()) {
                long encoded = mbu.status().groups().get(0).unitsEncoded(); // what an earlier process left counts, too
                for (int round = 0; round < ROUNDS; round++) {
                    for (int count = round % 3; count >= 0; count--) {
                        mbu.input("belt").offerNext(number);
                        encoded++;
                        while (mbu.status().groups().get(0).unitsEncoded() < encoded) {
                            Thread.onSpinWait();
                        }
                        System.out.println(number++);
                        System.out.flush();
                    }
                    mbu.retireGroup("belt");
                    retired.acquire();
                    System.out.println("r");
                    System.out.flush();
                    mbu.resumeGroup("belt");
                }
                mbu.awaitDelivered(Duration.ofMinutes(1));
            }
        }
    }

    @Test
    void whatWasInTheSpoolIsStoredOnceAndInOrder() throws Exception {
        long seed = System.nanoTime();
        System.out.println("KilledRetirementIT seed " + seed);
        Random random = new Random(seed);
        List<List<String>> printed = new ArrayList<>();
        try (SurrogateHost surrogates = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer host = HostServer.start(
                        surrogates,
                        HostServerSettings.builder().address("127.0.0.1", 0).build())) {
            for (int process = 0; process < KILLS; process++) {
                printed.add(offered(host.baseUri(), process * A_PROCESS, 1 + random.nextInt(200)));
            }
            printed.add(offered(host.baseUri(), KILLS * A_PROCESS, Integer.MAX_VALUE));
        }
        assertStored(printed, seed);
    }

    /** Starts a process, kills it after this number of lines, and returns what it printed. */
    private List<String> offered(URI host, int first, int lines) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Offering.class.getName(),
                        "" + first,
                        host.toString(),
                        directory.resolve("spool").toString())
                .redirectError(directory.resolve("err-" + first).toFile())
                .start();
        List<String> printed = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            while (line != null) {
                if (line.matches("\\d+|r")) {
                    printed.add(line);
                }
                if (printed.size() == lines) {
                    process.destroyForcibly();
                }
                line = out.readLine();
            }
        } catch (IOException e) {
            assertThat(printed).hasSizeGreaterThanOrEqualTo(lines); // the kill closed the pipe
        } finally {
            process.destroyForcibly();
        }
        int status = process.waitFor();
        assertThat(status).as("status; errors are in err-" + first).isEqualTo(lines == Integer.MAX_VALUE ? 0 : 137);
        return printed;
    }

    private void assertStored(List<List<String>> printed, long seed) {
        List<String> stored = stored();
        int at = 0;
        for (int process = 0; process <= KILLS; process++) {
            String where = "process " + process + ", seed " + seed;
            if (process > 0) {
                boolean silent = stored.get(at).equals("SENSOR_SILENT");
                assertThat(silent || stored.get(at - 1).equals("r"))
                        .as("declared, " + where)
                        .isTrue();
                at += silent ? 1 : 0;
            }
            List<String> lines = printed.get(process);
            assertThat(stored.subList(at, at + lines.size())).as(where).isEqualTo(lines);
            at += lines.size();
            // One more thing may have been in the spool that it had no time to print.
            String next = at == stored.size() ? "" : stored.get(at);
            boolean more = next.equals("r") || (next.matches("\\d+") && Integer.parseInt(next) / A_PROCESS == process);
            at += more ? 1 : 0;
        }
        assertThat(at).as("seed %s", seed).isEqualTo(stored.size());
    }

    /** Numbers, {@code r} for a retirement, and the reasons of other gaps. */
    private List<String> stored() {
        SampleLayout layout = new SampleLayout(BELT);
        List<String> stored = new ArrayList<>();
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            assertThat(store.interconnects()).hasSize(1);
            new StoredRecording(store, store.interconnects().get(0), Transcoders.installed())
                    .read(0, new RecordingVisitor() {
                        @Override
                        public void sets(Block block) {
                            for (int at = 0; at < block.length(); at += layout.setBytes()) {
                                stored.add("" + layout.read(block.bytes(), at, 0));
                            }
                        }

                        @Override
                        public void gap(Gap gap) {
                            stored.add(gap.isRetirement() ? "r" : gap.reason().toString());
                        }
                    });
        }
        return stored;
    }
}

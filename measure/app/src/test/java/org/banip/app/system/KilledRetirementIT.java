package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
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
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.spi.MbuEvent;
import org.banip.recordings.export.RecordingVisitor;
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
    private static final int LAST_ROUNDS = 100;

    @TempDir
    Path directory;

    /** The process: offers numbers from its first argument on, and prints what is in the spool: the number of a packet, or {@code r} for a retirement. */
    public static final class Offering {
        private Offering() {}

        /** Arguments: first number, how often the group is retired, URL of the host, directory of the spool. */
        public static void main(String[] args) throws Exception {
            int number = Integer.parseInt(args[0]);
            int rounds = Integer.parseInt(args[1]);
            Semaphore retired = new Semaphore(0);
            try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                    .broker(URI.create(args[2]))
                    .ban("ban-17")
                    .spool(Path.of(args[3]))
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
                for (int round = 0; round < rounds; round++) {
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
        KilledProcesses processes = new KilledProcesses(directory, Offering.class);
        List<List<String>> printed = processes.run(new Random(seed), LAST_ROUNDS);
        assertStored(printed, stored(processes), seed);
    }

    private static void assertStored(List<List<String>> printed, List<String> stored, long seed) {
        int at = 0;
        for (int process = 0; process <= KilledProcesses.KILLS; process++) {
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
            boolean more = next.equals("r")
                    || (next.matches("\\d+") && Integer.parseInt(next) / KilledProcesses.A_PROCESS == process);
            at += more ? 1 : 0;
        }
        assertThat(at).as("seed %s", seed).isEqualTo(stored.size());
    }

    /** Numbers, {@code r} for a retirement, and the reasons of other gaps. */
    private static List<String> stored(KilledProcesses processes) {
        SampleLayout layout = new SampleLayout(BELT);
        List<String> stored = new ArrayList<>();
        processes.read(new RecordingVisitor() {
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
        return stored;
    }
}

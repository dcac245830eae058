package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
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
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.recordings.export.RecordingVisitor;
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
    private static final int LAST_EVENTS = 10;

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
        KilledProcesses processes = new KilledProcesses(directory, Offering.class);
        List<Integer> encoded = processes.run(new Random(seed), LAST_EVENTS).stream()
                .flatMap(List::stream)
                .map(Integer::valueOf)
                .toList();
        assertStored(encoded, processes);
    }

    private static void assertStored(List<Integer> encoded, KilledProcesses processes) {
        SampleLayout layout = new SampleLayout(ALERTS);
        List<Integer> stored = new ArrayList<>();
        List<Gap> gaps = new ArrayList<>();
        processes.read(new RecordingVisitor() {
            @Override
            public void sets(Block block) {
                for (int at = 0; at < block.length(); at += layout.setBytes()) {
                    int number = layout.read(block.bytes(), at, 0);
                    assertThat(layout.text(block.bytes(), at)).isEqualTo("no " + number % KilledProcesses.A_PROCESS);
                    stored.add(number);
                }
            }

            @Override
            public void gap(Gap gap) {
                gaps.add(gap);
            }
        });
        assertThat(stored).isSorted().doesNotHaveDuplicates().containsAll(encoded);
        for (int round = 0;
                round <= KilledProcesses.KILLS;
                round++) { // nothing is missing in between, also beyond what was printed
            int from = round * KilledProcesses.A_PROCESS;
            List<Integer> ofProcess = stored.stream()
                    .filter(number -> number / KilledProcesses.A_PROCESS == from / KilledProcesses.A_PROCESS)
                    .toList();
            assertThat(ofProcess).isNotEmpty();
            assertThat(ofProcess.get(ofProcess.size() - 1)).isEqualTo(from + ofProcess.size() - 1);
        }
        assertThat(gaps).hasSize(KilledProcesses.KILLS).allMatch(gap -> gap.unitCount() == 1);
        assertThat(gaps).allMatch(gap -> gap.reason() == Gap.Reason.SENSOR_SILENT);
    }
}

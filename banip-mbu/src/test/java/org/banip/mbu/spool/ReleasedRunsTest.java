package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.Test;

class ReleasedRunsTest {
    private static Packet packet(long sequence, long origin, long unit, int units) {
        return Packet.of(new PacketHeader(0, sequence, origin, unit, units, true), new byte[1]);
    }

    @Test
    void remembersPacketsOfOneLengthInOneRun() {
        ReleasedRuns runs = new ReleasedRuns();
        for (int i = 0; i < 100_000; i++) {
            runs.add(packet(i, 7, 90L * i, 90));
        }
        assertThat(runs.takeFrom(0, 0)).containsExactly(new Gap(0, 0, 100_000, 7, 0, 9_000_000, Gap.Reason.THINNED));
    }

    @Test
    void remembersTheRestOfARunOfWhichTheEndIsLost() {
        ReleasedRuns runs = new ReleasedRuns();
        for (int i = 0; i < 10; i++) {
            runs.add(packet(i, 7, 90L * i, 90));
        }
        assertThat(runs.takeFrom(0, 6)).containsExactly(new Gap(0, 6, 4, 7, 540, 360, Gap.Reason.THINNED));
        assertThat(runs.takeFrom(0, 5)).containsExactly(new Gap(0, 5, 1, 7, 450, 90, Gap.Reason.THINNED));
        runs.add(packet(5, 7, 450, 90));
        assertThat(runs.takeFrom(0, 0)).containsExactly(new Gap(0, 0, 6, 7, 0, 540, Gap.Reason.THINNED));
    }

    @Test
    void forgetsTheOldestRunsWhenThereAreTooMany() {
        ReleasedRuns runs = new ReleasedRuns();
        for (int i = 0; i < ReleasedRuns.MAX_RUNS + 5; i++) {
            runs.add(packet(i, i, 0, 1));
        }
        assertThatThrownBy(() -> runs.takeFrom(0, 4))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("known from 5 on");
        assertThat(runs.takeFrom(0, 5)).hasSize(ReleasedRuns.MAX_RUNS);
        assertThatThrownBy(() -> runs.takeFrom(0, 4))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("known no longer");
    }

    @Test
    void gapsCoverExactlyTheUnitsFromASequenceNumberOn() {
        long seed = 99;
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            ReleasedRuns runs = new ReleasedRuns();
            List<Sequenced> all = randomItems(random, runs);
            int from = random.nextInt(all.size());
            List<Gap> gaps = runs.takeFrom(0, all.get(from).sequence());
            long sequence = all.get(from).sequence();
            int at = from;
            for (Gap gap : gaps) {
                assertThat(gap.sequence()).as("seed %s", seed).isEqualTo(sequence);
                assertThat(gap.firstUnit()).isEqualTo(firstUnit(all.get(at)));
                assertThat(gap.originNanos()).isEqualTo(origin(all.get(at)));
                sequence = gap.nextSequence();
                long units = 0;
                while (at < all.size() && all.get(at).sequence() < sequence) {
                    units += units(all.get(at++));
                }
                assertThat(gap.unitCount()).isEqualTo(units);
            }
            assertThat(at).isEqualTo(all.size());
        }
    }

    private static List<Sequenced> randomItems(Random random, ReleasedRuns runs) {
        List<Sequenced> all = new ArrayList<>();
        long sequence = 0;
        long origin = 0;
        long unit = 0;
        for (int i = 0; i < 60; i++) {
            if (random.nextInt(10) == 0) {
                origin++;
                unit = random.nextInt(5);
            }
            int units = random.nextInt(4) == 0 ? 1 + random.nextInt(9) : 10;
            Sequenced item = random.nextInt(8) == 0
                    ? new Gap(0, sequence, 1 + random.nextInt(3), origin, unit, units, Gap.Reason.SENSOR_SILENT)
                    : packet(sequence, origin, unit, units);
            unit += units;
            sequence = item.nextSequence();
            all.add(item);
            runs.add(item);
        }
        return all;
    }

    private static long firstUnit(Sequenced item) {
        return item instanceof Packet packet ? packet.header().firstUnit() : ((Gap) item).firstUnit();
    }

    private static long origin(Sequenced item) {
        return item instanceof Packet packet ? packet.header().originNanos() : ((Gap) item).originNanos();
    }

    private static long units(Sequenced item) {
        return item instanceof Packet packet ? packet.header().unitCount() : ((Gap) item).unitCount();
    }
}

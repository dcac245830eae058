package org.banip.surrogate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.RecordedSamples;
import org.banip.recordings.Recordings;
import org.banip.surrogate.subscriber.ReducedListener.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reduced feeds against plain computations over the same samples. */
class ReducedFeedTest extends ReducedFeeds {
    /** The first samples of a real recording if it is there, and generated ones if not. */
    private static int[][] samples(String recording, int units) {
        Path path = Path.of(System.getProperty("banip.root", "."), "../shared/recordings", recording);
        if (!Files.exists(path)) {
            return generated(units, 100);
        }
        int[][] samples = new int[units][2];
        try (RecordedSamples from = Recordings.open(path).openAll().get(0)) {
            Block block = new Block(1 << 16);
            int read = from.read(block, units);
            for (int more = read; more >= 0 && read < units; read += Math.max(0, more)) {
                more = from.read(block, units - read);
            }
            SampleLayout layout = new SampleLayout(from.group());
            for (int unit = 0; unit < units; unit++) {
                for (int channel = 0; channel < 2; channel++) {
                    samples[unit][channel] = layout.read(block.bytes(), unit * layout.setBytes(), channel);
                }
            }
        }
        return samples;
    }

    /** What a bucket's samples are by a plain computation: lowest, highest, how many. */
    private static final class Plain {
        final TreeMap<Long, int[]> buckets = new TreeMap<>();

        void add(long unit, int sample) {
            int[] bucket = buckets.computeIfAbsent(unit / N, k -> new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, 0});
            bucket[0] = Math.min(bucket[0], sample);
            bucket[1] = Math.max(bucket[1], sample);
            bucket[2]++;
        }

        List<List<Integer>> all() {
            return buckets.values().stream()
                    .map(bucket -> Arrays.stream(bucket).boxed().toList())
                    .toList();
        }
    }

    private static List<List<Integer>> extremes(List<Unit> units, int channel) {
        return units.stream()
                .map(unit -> List.of(
                        unit.samples().get(3 * channel + 1),
                        unit.samples().get(3 * channel + 2),
                        unit.samples().get(unit.samples().size() - 1)))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"100.hea", "generated"})
    void lowestAndHighestAreThoseOfEachBucketHoweverThePacketsAreCut(String recording) {
        int[][] samples = samples(recording, 20_000);
        Random random = new Random(3);
        ReducedListener got = new ReducedListener(BAN, rate("30"));
        Plain[] plain = {new Plain(), new Plain()};
        for (int from = 0; from < samples.length; ) {
            int to = Math.min(samples.length, from + 1 + random.nextInt(80));
            got.packet(0, ORIGIN, from, Arrays.copyOfRange(samples, from, to));
            from = to;
        }
        got.end();
        for (int unit = 0; unit < samples.length; unit++) {
            plain[0].add(unit, samples[unit][0]);
            plain[1].add(unit, samples[unit][1]);
        }

        assertThat(extremes(got.units, 0)).isEqualTo(plain[0].all());
        assertThat(extremes(got.units, 1)).isEqualTo(plain[1].all());
        assertThat(got.units)
                .allSatisfy(unit -> assertThat(unit.instantNanos())
                        .isEqualTo(ECG.frequency().instantNanos(ORIGIN, unit.unit() * N)));
        assertThat(got.gaps).isEmpty();
        assertThat(got.order).endsWith("disappeared");
    }

    @Test
    void holesOfAllKindsLoseNothingAndAreToldOnce() {
        for (long seed = 0; seed < 200; seed++) {
            checkHoles(seed);
        }
    }

    private static void checkHoles(long seed) {
        Random random = new Random(seed);
        ReducedListener got = new ReducedListener(BAN, rate("30"));
        Plain plain = new Plain();
        List<Long> declared = new ArrayList<>();
        long unit = random.nextInt(100);
        for (int item = 0; item < 60; item++) {
            int length = 1 + random.nextInt(40);
            switch (random.nextInt(4)) {
                case 0 -> {
                    got.gapOf(0, ORIGIN, unit, length);
                    for (long lost = unit; lost < unit + length; lost++) {
                        declared.add(lost);
                    }
                }
                case 1 -> got.miss(0, length);
                default -> {
                    int[][] samples = generated(length, random.nextLong());
                    for (int at = 0; at < length; at++) {
                        plain.add(unit + at, samples[at][0]);
                    }
                    got.packet(0, ORIGIN, unit, samples);
                }
            }
            unit += length;
        }
        got.end();

        assertThat(extremes(got.units, 0)).as("seed %s", seed).isEqualTo(plain.all());
        assertThat(got.units)
                .as("seed %s", seed)
                .extracting(Unit::unit)
                .containsExactlyElementsOf(plain.buckets.keySet());
        List<Long> told = new ArrayList<>();
        got.gaps.forEach(gap -> {
            for (long bucket = gap.firstUnit(); bucket < gap.endUnit(); bucket++) {
                told.add(bucket);
            }
        });
        assertThat(told).as("seed %s", seed).doesNotHaveDuplicates().isSorted();
        assertThat(told).as("seed %s", seed).doesNotContainAnyElementsOf(plain.buckets.keySet());
        // Each bucket that was given up from its first to its last unit is told, if nothing came of it.
        long last = unit;
        assertThat(told).as("seed %s", seed).containsAll(wholly(declared, last));
    }

    private static List<Long> wholly(List<Long> declared, long end) {
        List<Long> all = new ArrayList<>();
        for (long bucket = 0; (bucket + 1) * N <= end; bucket++) {
            boolean whole = true;
            for (long unit = bucket * N; unit < (bucket + 1) * N; unit++) {
                whole &= declared.contains(unit);
            }
            if (whole) {
                all.add(bucket);
            }
        }
        return all;
    }

    @Test
    void gapEndsWhatWaitsAndIsToldInBuckets() {
        ReducedListener got = new ReducedListener(BAN, rate("30"));
        got.packet(0, ORIGIN, 0, generated(30, 1));
        got.gapOf(0, ORIGIN, 30, 70);
        got.packet(0, ORIGIN, 100, generated(20, 2));
        got.end();

        assertThat(got.order).containsExactly("data", "gap", "data", "disappeared");
        assertThat(got.gaps).containsExactly(new Gap(0, 3 << 16 | 1, 1, ORIGIN, 3, 5, Gap.Reason.SPOOL_FULL));
        assertThat(got.units).extracting(Unit::unit).containsExactly(0L, 1L, 2L, 8L, 9L);
        assertThat(got.units).extracting(unit -> unit.samples().get(6)).containsExactly(12, 12, 6, 8, 12);
    }

    @Test
    void retirementEndsWhatWaitsAndIsTold() {
        ReducedListener got = new ReducedListener(BAN, rate("30"));
        got.packet(0, ORIGIN, 0, generated(30, 1));
        got.retired(0, ORIGIN, 30);
        got.packet(0, ORIGIN, 120, generated(20, 2));
        got.end();

        assertThat(got.order).containsExactly("data", "gap", "data", "disappeared");
        assertThat(got.gaps).containsExactly(new Gap(0, 3 << 16 | 1, 1, ORIGIN, 3, 1, Gap.Reason.RETIRED));
        assertThat(got.units).extracting(Unit::unit).containsExactly(0L, 1L, 2L, 10L, 11L);
    }

    @Test
    void bucketOfTwoGapsThatOverlapIsToldOnce() {
        ReducedListener got = new ReducedListener(BAN, rate("30"));
        got.gapOf(0, ORIGIN, 0, 60);
        got.gapOf(0, ORIGIN, 36, 48);

        assertThat(got.gaps).extracting(Gap::firstUnit).containsExactly(0L, 5L);
        assertThat(got.gaps).extracting(Gap::unitCount).containsExactly(5L, 2L);
    }

    @Test
    void newGridBeginsItsOwnBuckets() {
        ReducedListener got = new ReducedListener(BAN, rate("30"));
        got.packet(0, ORIGIN, 0, generated(30, 1));
        got.packet(0, ORIGIN + 5, 0, generated(30, 1));
        got.end();

        assertThat(got.units).extracting(Unit::unit).containsExactly(0L, 1L, 2L, 0L, 1L, 2L);
        assertThat(got.units.get(4).instantNanos()).isEqualTo(ECG.frequency().instantNanos(ORIGIN + 5, N));
    }

    /** Tones above half the lower rate, up to half the higher rate, in a channel of 24 bits. */
    @ParameterizedTest
    @CsvSource({"2, 45", "3, 47", "12, 50", "36, 50"})
    void tonesAboveHalfTheRateAreDampedInTheValueAndSeenInLowestAndHighest(int buckets, double decibels) {
        int amplitude = 8_000_000;
        double worst = 0;
        for (double tone = 0.5; tone <= buckets / 2.0; tone += 0.0371) {
            List<Unit> units = tone(tone / buckets, buckets, amplitude);
            for (Unit unit : units) {
                worst = Math.max(worst, Math.abs((double) unit.samples().get(0)) / amplitude);
            }
            int highest =
                    units.stream().mapToInt(unit -> unit.samples().get(2)).max().orElseThrow();
            int lowest =
                    units.stream().mapToInt(unit -> unit.samples().get(1)).min().orElseThrow();
            assertThat(highest - lowest).as("%s of the rate", tone).isGreaterThan(amplitude);
        }
        assertThat(-20 * Math.log10(worst)).isGreaterThanOrEqualTo(decibels);
    }

    /** A tone of this frequency, in cycles a unit, reduced; without the edges, where the filter has not got everything. */
    private static List<Unit> tone(double cycles, int buckets, int amplitude) {
        Channel channel = new Channel("tone", "1", 24, -8_388_608, 8_388_607, -1, 1);
        BanDescription ban =
                new BanDescription("ban", List.of(SensorGroup.live("t", Frequency.ofHz(1000), List.of(channel))));
        ReducedListener got = new ReducedListener(ban, rate("1000/" + buckets));
        int[][] samples = new int[60 * buckets][1];
        for (int unit = 0; unit < samples.length; unit++) {
            samples[unit][0] = (int) Math.round(amplitude * Math.sin(2 * Math.PI * cycles * unit + 0.3));
        }
        got.packet(0, ORIGIN, 0, samples);
        got.end();
        return got.units.subList(4, got.units.size() - 4);
    }

    @Test
    void slowToneKeepsItsAmplitudeAndItsTime() {
        List<Unit> units = tone(0.05 / N, N, 1_000_000);
        for (Unit unit : units) {
            double expected = 1_000_000 * Math.sin(2 * Math.PI * 0.05 / N * (unit.unit() * N) + 0.3);
            assertThat(unit.samples().get(0)).isBetween((int) expected - 10_000, (int) expected + 10_000);
        }
    }

    @Test
    void levelIsRightAtEdges() {
        ReducedListener got = new ReducedListener(BAN, rate("30"));
        int[][] level = new int[100][2];
        for (int[] unit : level) {
            Arrays.fill(unit, 700);
        }
        got.packet(0, ORIGIN, 5, level);
        got.end();
        assertThat(got.units)
                .hasSize(9)
                .allSatisfy(unit -> assertThat(unit.samples().subList(0, 6)).containsOnly(700));
    }

    @Test
    void channelsAreCopiedWithTheirPackets() {
        ReducedListener got = new ReducedListener(BAN, channels("V5", "vitals/#0"));
        got.packet(0, ORIGIN, 8, new int[][] {{1, 2}, {3, 4}});
        got.packet(1, ORIGIN, 0, new int[][] {{60, 97}});
        got.gapOf(1, ORIGIN, 1, 4);
        got.miss(0, 3);

        assertThat(got.reduced.description().groups())
                .extracting(group -> group.channels().get(0).label())
                .containsExactly("V5", "HR");
        assertThat(got.units)
                .extracting(Unit::group, Unit::unit, Unit::samples)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0, 8L, List.of(2)),
                        org.assertj.core.groups.Tuple.tuple(0, 9L, List.of(4)),
                        org.assertj.core.groups.Tuple.tuple(1, 0L, List.of(60)));
        assertThat(got.gaps).containsExactly(new Gap(1, 3 << 16 | 1, 1, ORIGIN, 1, 4, Gap.Reason.SPOOL_FULL));
        assertThat(got.order).endsWith("missed 3");
    }
}

package org.banip.transcoders.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.AwkwardSignals;
import org.banip.transcoders.Signal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatticeTest {
    private static Lattice lattice(double step, double offset) {
        return new Lattice(Math.round(step * Lattice.UNIT), Math.round(offset * Lattice.UNIT));
    }

    @Test
    void codesAreEvenlySpacedExceptForRounding() {
        Lattice lattice = lattice(2.5, 0.25);
        assertThat(new long[] {lattice.code(-2), lattice.code(-1), lattice.code(0), lattice.code(1), lattice.code(2)})
                .containsExactly(-5, -2, 0, 3, 5);
        assertThat(lattice.has(-2)).isTrue();
        assertThat(lattice.has(-1)).isFalse();
        assertThat(lattice.nearest(-1)).isZero();
        assertThat(lattice.nearest(-3)).isEqualTo(-1);
        assertThat(lattice.nearest(4)).isEqualTo(2);
    }

    @Test
    void indexOfACodeIsFound() {
        Random random = new Random(1);
        for (int round = 0; round < 2000; round++) {
            Lattice lattice = lattice(1 + random.nextDouble() * 4000, random.nextDouble() * 4000);
            long index = random.nextInt(1 << 19) - (1L << 18);
            assertThat(lattice.nearest(lattice.code(index)))
                    .as(lattice + ", index " + index)
                    .isEqualTo(index);
            assertThat(lattice.index(lattice.code(index)))
                    .as(lattice + ", index " + index)
                    .isEqualTo(index);
        }
    }

    @Test
    void lowestAndHighestCodesHaveIndexesThatFit() {
        assertThat(Lattice.PLAIN.index(Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
        assertThat(Lattice.PLAIN.index(1L << 31) - 1).isEqualTo(Integer.MAX_VALUE);
        Lattice lattice = lattice(21.93, 7.7);
        assertThat(lattice.code(lattice.index(-32768))).isBetween(-32768L, -32768L + 21);
        assertThat(lattice.code(lattice.index(32768) - 1)).isBetween(32767L - 21, 32767L);
    }

    private static SeenCodes walk(Lattice lattice, int samples, int strayOneIn, long seed) {
        Random random = new Random(seed);
        SeenCodes seen = new SeenCodes(4096);
        double index = random.nextInt(200) - 100;
        for (int i = 0; i < samples; i++) {
            index += random.nextGaussian() * 3 - index / 100;
            int stray = random.nextInt(strayOneIn) == 0 ? 1 : 0;
            seen.add((int) lattice.code(Math.round(index)) + stray);
        }
        return seen;
    }

    private static Lattice found(SeenCodes seen) {
        LatticeSearch search = new LatticeSearch();
        return search.find(seen) ? new Lattice(search.step(), search.offset()) : Lattice.PLAIN;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.378, 2, 3.90625, 4, 5.0001, 10, 21.93, 333.33, 1999.5})
    void searchFindsStepAndOffset(double step) {
        for (long seed = 1; seed <= 20; seed++) {
            Lattice lattice = lattice(step, new Random(seed).nextDouble() * step);
            SeenCodes seen = walk(lattice, 4000, Integer.MAX_VALUE, seed);
            Lattice found = found(seen);
            assertThat(seen.strayCost(found.step(), found.offset(), 1e9))
                    .as(found + " for " + lattice)
                    .isLessThan(40);
            assertThat(found.width()).isBetween(step * 0.995, step * 1.005);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {3.90625, 21.93})
    void searchFindsALatticeDespiteStrays(double step) {
        for (long seed = 1; seed <= 20; seed++) {
            Lattice found = found(walk(lattice(step, 1.7), 4000, 100, seed));
            assertThat(found.width()).as("seed " + seed).isBetween(step * 0.995, step * 1.005);
        }
    }

    @Test
    void plainCodesHaveNoLattice() {
        for (long seed = 1; seed <= 50; seed++) {
            SeenCodes dense = walk(Lattice.PLAIN, 4000, Integer.MAX_VALUE, seed);
            SeenCodes scattered = new SeenCodes(4096);
            Random random = new Random(seed);
            for (int i = 0; i < 3000; i++) {
                scattered.add(random.nextInt(60_000) - 30_000);
            }
            assertThat(found(dense)).isEqualTo(Lattice.PLAIN);
            assertThat(found(scattered)).isEqualTo(Lattice.PLAIN);
        }
    }

    @Test
    void finderFollowsASignalThatIsRescaled() {
        SensorGroup group = Signal.group("125", 1, 16);
        Random random = new Random(8);
        Signal signal = AwkwardSignals.of("rescaled twice", group, 60_000, (unit, c) -> {
            int sample = random.nextInt(75);
            return unit < 20_000 ? sample * 3 : unit < 40_000 ? sample : sample * 17 + 1;
        });
        LatticeFinder finder = new LatticeFinder(group, 1);
        for (int unit = 0; unit < signal.units(); unit += 100) {
            finder.watch(signal.block(unit, 100).bytes(), 100, unit);
            if (unit == 19_900) {
                assertThat(finder.lattice(0).lattice().width()).isEqualTo(3);
            } else if (unit == 39_900) {
                assertThat(finder.lattice(0)).isEqualTo(PhasedLattice.PLAIN);
            }
        }
        assertThat(finder.lattice(0).lattice().width()).isEqualTo(17);
        finder.backOff(0);
        assertThat(finder.lattice(0)).isEqualTo(PhasedLattice.PLAIN);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void finderFindsALatticeAfterResampling(int period) {
        SensorGroup group = Signal.group("250", 1, 16);
        Signal coarse = AwkwardSignals.wandering(group, 8000 / period + 1, 5, 9);
        Signal signal = AwkwardSignals.of("resampled", group, 8000, (unit, c) -> {
            int before = 19 * sample(coarse, unit / period);
            int after = 19 * sample(coarse, unit / period + 1);
            int rounded = unit % period == 0 ? 0 : unit * 7 % 5;
            return before + (after - before) * (unit % period) / period + rounded;
        });
        LatticeFinder finder = new LatticeFinder(group);
        for (int unit = 0; unit < signal.units(); unit += 100) {
            finder.watch(signal.block(unit, 100).bytes(), 100, unit);
        }
        assertThat(finder.lattice(0)).isEqualTo(new PhasedLattice(lattice(19, 0), period, 0));
        assertThat(finder.lattice(0).at(3L * period).width()).isEqualTo(19);
        assertThat(finder.lattice(0).at(3L * period + 1)).isEqualTo(Lattice.PLAIN);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void rareStraysDoNotMakeTheFinderForget(int perBlock) {
        SensorGroup group = Signal.group("125", 1, 16);
        Signal signal = AwkwardSignals.of("a stray in 20", group, 5000, (unit, c) -> {
            int sample = 21 * Math.abs(unit * 7 % 150 - 75);
            return unit % 20 == 0 ? sample + 1 : sample;
        });
        ChannelFinder finder = new ChannelFinder(4096, new LatticeSearch());
        for (int unit = 0; unit + perBlock <= signal.units(); unit += perBlock) {
            for (int i = unit; i < unit + perBlock; i++) {
                finder.add(sample(signal, i), i);
            }
            assertThat(finder.forgetChanged(perBlock)).as("unit " + unit).isFalse();
            finder.search();
        }
        assertThat(finder.lattice().lattice().width()).isEqualTo(21);
    }

    /** Channels on a lattice of step 5. */
    private static Signal stepsOfFive(int channels, int units) {
        Random random = new Random(10);
        SensorGroup group = Signal.group("125", channels, 16);
        return AwkwardSignals.of("steps of five", group, units, (unit, c) -> 5 * random.nextInt(200) - 500);
    }

    @Test
    void manyChannelsAreNotSearchedAtOnce() {
        Signal signal = stepsOfFive(64, 600);
        LatticeFinder finder = new LatticeFinder(signal.group());
        int[] found = new int[3];
        for (int block = 0; block < found.length; block++) {
            finder.watch(signal.block(200 * block, 200).bytes(), 200, 200L * block);
            for (int c = 0; c < 64; c++) {
                found[block] += finder.lattice(c).equals(PhasedLattice.PLAIN) ? 0 : 1;
            }
        }
        assertThat(found[0]).isZero();
        assertThat(found[1]).isBetween(5, 20); // searches in about 1000 codes, 200 or fewer in each channel
        assertThat(found[2]).isBetween(found[1] + 2, 40);
    }

    @Test
    void packetsDescribeAsManyLatticesAsTheyHaveRoomFor() {
        Signal signal = stepsOfFive(8, 4000);
        LatticeChoice choice = new LatticeChoice(signal.group());
        for (int unit = 0; unit < 3900; unit += 100) {
            choice.choose(signal.block(unit, 100));
        }
        int bits = choice.lattices()[0].bits();
        assertThat(choice.lattices()).allMatch(lattice -> lattice.lattice().width() == 5);
        for (int units : new int[] {1, 2, 4, 9, 20}) {
            Block key = signal.block(3900, units);
            key.key(true);
            choice.choose(key);
            long taken = Arrays.stream(choice.lattices())
                    .filter(lattice -> !lattice.equals(PhasedLattice.PLAIN))
                    .count();
            int room = 8 * (key.length() - signal.group().setBytes());
            assertThat(taken).as(units + " units").isLessThanOrEqualTo(Math.max(1, 1 + room / 4 / bits));
            assertThat(taken > 0).as(units + " units").isEqualTo(room / 2 >= bits);
        }
    }

    @Test
    void onlyLatticesThatMadeAPacketTooLongAreGivenUp() {
        Signal signal = stepsOfFive(8, 4000);
        LatticeChoice choice = new LatticeChoice(signal.group());
        for (int unit = 0; unit < 3900; unit += 100) {
            choice.choose(signal.block(unit, 100));
        }
        Block few = signal.block(3900, 4);
        few.key(true);
        assertThat(choice.choose(few)).isTrue();
        PhasedLattice[] taken = choice.lattices().clone();
        choice.backOff();
        assertThat(choice.lattices()).containsOnly(PhasedLattice.PLAIN);
        choice.choose(signal.block(3904, 90));
        assertThat(taken).contains(PhasedLattice.PLAIN);
        for (int c = 0; c < taken.length; c++) {
            assertThat(choice.lattices()[c].equals(PhasedLattice.PLAIN))
                    .as("channel " + c)
                    .isEqualTo(!taken[c].equals(PhasedLattice.PLAIN));
        }
    }

    private static int sample(Signal signal, int unit) {
        return signal.bytes()[2 * unit] & 0xff | signal.bytes()[2 * unit + 1] << 8;
    }
}

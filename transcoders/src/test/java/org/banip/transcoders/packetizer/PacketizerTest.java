package org.banip.transcoders.packetizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.Signal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketizerTest {
    /** The 2003 system's units: 15 channels of 16 bits, 30 bytes. */
    private static final SensorGroup UNITS_OF_2003 = Signal.group("57", 15, 16);

    private final List<String> packets = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private void take(Block block) {
        packets.add(block.firstUnit() + "+" + block.unitCount() + (block.key() ? " key" : ""));
        bytes.write(block.bytes(), 0, block.length());
    }

    private static Encoder encoder(SensorGroup group, int units, Duration hold) {
        return new Packetizer(units, hold.toNanos()).newEncoder(group);
    }

    private void feed(Encoder encoder, Signal signal, int from, int to, int perBlock) {
        for (int unit = from; unit < to; unit += perBlock) {
            encoder.encode(signal.block(unit, Math.min(perBlock, to - unit)), this::take);
        }
    }

    @Test
    void packetsByCountAreThoseOf2003() {
        Signal signal = Signal.waves(UNITS_OF_2003, 500, 1);
        Encoder encoder = encoder(UNITS_OF_2003, 140, Duration.ZERO);

        feed(encoder, signal, 0, 419, 1);
        assertThat(packets).containsExactly("0+140", "140+140");
        assertThat(encoder.flushDueNanos()).isEqualTo(Encoder.NO_FLUSH);

        feed(encoder, signal, 419, 500, 1);
        assertThat(packets).containsExactly("0+140", "140+140", "280+140");

        encoder.flush(this::take);
        assertThat(packets).containsExactly("0+140", "140+140", "280+140", "420+80");
        assertThat(bytes.toByteArray()).isEqualTo(signal.bytes());
    }

    /** The group's latency bound is one second. */
    @Test
    void adaptivePacketEndsBetweenATenthOfASecondAndHalfOfTheLatencyBound() {
        SensorGroup group = Signal.group("100", 15, 16);
        Signal signal = Signal.waves(group, 200, 1);
        Encoder encoder = Packetizer.adaptive(255).newEncoder(group);
        assertThat(encoder.earliestPacketEnd(0)).isEqualTo(10);
        assertThat(encoder.packetEnd(0)).isEqualTo(50);

        feed(encoder, signal, 0, 27, 1);
        assertThat(encoder.earliestPacketEnd(27)).isEqualTo(10);
        assertThat(encoder.packetEnd(27)).isEqualTo(50);
        encoder.flush(this::take);
        assertThat(encoder.earliestPacketEnd(27)).isEqualTo(37);
        feed(encoder, signal, 27, 200, 1);
        assertThat(packets).containsExactly("0+27", "27+50", "77+50", "127+50");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 140, 141, 499, 500})
    void packetsDoNotDependOnTheSizeOfInputBlocks(int perBlock) {
        Signal signal = Signal.waves(UNITS_OF_2003, 500, 2);
        Encoder encoder = encoder(UNITS_OF_2003, 140, Duration.ZERO);

        feed(encoder, signal, 0, 500, perBlock);
        encoder.flush(this::take);

        assertThat(packets).containsExactly("0+140", "140+140", "280+140", "420+80");
        assertThat(bytes.toByteArray()).isEqualTo(signal.bytes());
    }

    @ParameterizedTest
    @CsvSource({
        "360, 500, 180", // the next unit would be due exactly at the limit
        "360, 499, 180", // unit 180 is due at 500 ms, unit 179 at 497.2 ms
        "360, 497, 179",
        "1, 500, 1", // slower than the limit: each unit leaves at once
        "1, 2500, 3",
        "1/60, 3600000, 60",
        "31.25, 1000, 32", // unit 32 is due at 1.024 s
        "1000, 500, 255", // the count is reached first
    })
    void packetLeavesWithTheLastUnitBeforeItsTimeLimit(String frequency, long holdMillis, int units) {
        SensorGroup group = Signal.group(frequency, 2, 16);
        Signal signal = Signal.waves(group, units + 1, 3);
        Encoder encoder = encoder(group, 255, Duration.ofMillis(holdMillis));

        feed(encoder, signal, 0, units - 1, 1);
        assertThat(packets).isEmpty();
        feed(encoder, signal, units - 1, units, 1);
        assertThat(packets).containsExactly("0+" + units);
    }

    /** At rates at which each sensor set would have a packet of its own. */
    @ParameterizedTest
    @CsvSource({
        "1/60, 200, 600000, 5",
        "1/60, 200, 60000, 1", // the next comes when the first should be there
        "1/60, 400000, 600000, 7", // longer than half the bound
        "1, 1000, 10000, 5",
        "1, 1001, 10000, 2", // the hold already gives two sensor sets
        "4, 200, 1000, 2",
    })
    void slowGroupsWaitHalfTheirLatencyBound(String frequency, long holdMillis, long boundMillis, int units) {
        SensorGroup live = Signal.group(frequency, 2, 16);
        SensorGroup group = new SensorGroup(
                live.name(), live.frequency(), live.serviceClass(), Duration.ofMillis(boundMillis), live.channels());
        Signal signal = Signal.waves(group, units + 1, 3);
        Encoder encoder = encoder(group, 255, Duration.ofMillis(holdMillis));

        feed(encoder, signal, 0, units - 1, 1);
        assertThat(packets).isEmpty();
        long waits = Math.max(holdMillis, units > 2 || holdMillis < 1000 ? boundMillis / 2 : 0);
        assertThat(encoder.flushDueNanos())
                .isEqualTo(units == 1 ? Encoder.NO_FLUSH : Signal.ORIGIN_NANOS + waits * 1_000_000);
        feed(encoder, signal, units - 1, units, 1);
        assertThat(packets).containsExactly("0+" + units);
    }

    @Test
    void flushIsDueWhenTheFirstUnitHasWaitedForTheTimeLimit() {
        SensorGroup group = Signal.group("1", 1, 16);
        Signal signal = Signal.waves(group, 10, 4);
        Encoder encoder = encoder(group, 255, Duration.ofMillis(2500));
        assertThat(encoder.flushDueNanos()).isEqualTo(Encoder.NO_FLUSH);

        encoder.encode(signal.block(5, 2), this::take);
        assertThat(encoder.flushDueNanos()).isEqualTo(Signal.ORIGIN_NANOS + 5_000_000_000L + 2_500_000_000L);

        encoder.flush(this::take);
        assertThat(packets).containsExactly("5+2");
        assertThat(encoder.flushDueNanos()).isEqualTo(Encoder.NO_FLUSH);
        encoder.flush(this::take);
        assertThat(packets).hasSize(1);
    }

    @Test
    void packetEndsAtMissingUnitsAndAtAChangeOfGrid() {
        Signal signal = Signal.waves(UNITS_OF_2003, 100, 5);
        Encoder encoder = encoder(UNITS_OF_2003, 255, Duration.ZERO);

        encoder.encode(signal.block(0, 10), this::take);
        encoder.encode(signal.block(20, 10), this::take); // ten units are missing
        Block newGrid = signal.block(30, 10);
        newGrid.describe(Signal.ORIGIN_NANOS + 1, 30, 10);
        encoder.encode(newGrid, this::take);
        encoder.encode(signal.block(40, 10), this::take); // and back
        encoder.encode(signal.block(45, 10), this::take); // backwards
        encoder.flush(this::take);

        assertThat(packets).containsExactly("0+10", "20+10", "30+10", "40+10", "45+10");
    }

    @Test
    void keyBlockBeginsAPacket() {
        Signal signal = Signal.waves(UNITS_OF_2003, 40, 6);
        Encoder encoder = encoder(UNITS_OF_2003, 10, Duration.ZERO);

        encoder.encode(signal.block(0, 5), this::take);
        Block key = signal.block(5, 20);
        key.key(true);
        encoder.encode(key, this::take);
        encoder.encode(signal.block(25, 5), this::take);

        assertThat(packets).containsExactly("0+5", "5+10 key", "15+10");
    }

    @Test
    void packetHoldsAtMost128KiB() {
        SensorGroup widest = Signal.group("500", 512, 32);
        Signal signal = Signal.noise(widest, 200, 7);
        Encoder encoder = encoder(widest, 255, Duration.ZERO);

        feed(encoder, signal, 0, 200, 200);
        encoder.flush(this::take);

        assertThat(packets).containsExactly("0+64", "64+64", "128+64", "192+8");
        assertThat(bytes.toByteArray()).isEqualTo(signal.bytes());
    }

    @Test
    void failingSinkLosesOnlyItsPacket() {
        Signal signal = Signal.waves(UNITS_OF_2003, 30, 8);
        Encoder encoder = encoder(UNITS_OF_2003, 10, Duration.ZERO);

        assertThatThrownBy(() -> encoder.encode(signal.block(0, 15), block -> {
                    throw new IllegalStateException("full");
                }))
                .hasMessage("full");
        encoder.encode(signal.block(15, 10), this::take);

        assertThat(packets).containsExactly("15+10");
    }

    @Test
    void everyGridAndLimitKeepsPacketsWithinBothLimits() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            String frequency = (1 + random.nextInt(2000)) + "/" + (1 + random.nextInt(70));
            SensorGroup group = Signal.group(frequency, 1, 8);
            int units = 1 + random.nextInt(255);
            long hold = random.nextInt(3_000) * 1_000_000L;
            Signal signal = Signal.noise(group, 1000, seed);
            long asked = hold;
            boolean slow = hold > 0 && group.frequency().nanosOfUnit(1) >= hold;
            hold = slow ? Math.max(hold, group.latencyBound().toNanos() / 2) : hold;
            Encoder encoder = new Packetizer(units, asked).newEncoder(group);
            String what = "seed " + seed + ", " + frequency + " Hz, units " + units + ", hold " + hold;

            List<long[]> spans = new ArrayList<>();
            for (int unit = 0; unit < 1000; ) {
                int count = Math.min(1000 - unit, 1 + random.nextInt(20));
                encoder.encode(
                        signal.block(unit, count),
                        block -> spans.add(new long[] {block.firstUnit(), block.unitCount()}));
                unit += count;
            }

            long next = 0;
            for (long[] span : spans) {
                long first = group.frequency().nanosOfUnit(span[0]);
                long last = group.frequency().nanosOfUnit(span[0] + span[1] - 1);
                long after = group.frequency().nanosOfUnit(span[0] + span[1]);
                assertThat(span[0]).as(what).isEqualTo(next);
                assertThat(span[1]).as(what).isBetween(1L, (long) units);
                assertThat(hold == 0 || last - first < hold || span[1] == 1)
                        .as(what)
                        .isTrue();
                assertThat(span[1] == units || hold != 0 && after - first >= hold)
                        .as(what)
                        .isTrue();
                next = span[0] + span[1];
            }
        }
    }

    @Test
    void decoderPassesOnWholeSensorSets() {
        Decoder decoder = new Packetizer(140, 0).newDecoder(UNITS_OF_2003);
        Block block = Signal.waves(UNITS_OF_2003, 140, 9).block(0, 140);
        assertThat(decoder.decode(block)).isSameAs(block);
        assertThat(decoder.statistics()).isEqualTo(new TranscoderStatistics(140, 1, 4200, 4200));

        block.length(4199);
        assertUndecodable(decoder, block, "4199 bytes must be 140 sensor sets, at least 1, of 30 bytes");
        block.clear();
        assertUndecodable(decoder, block, "0 bytes must be 0 sensor sets, at least 1, of 30 bytes");
    }

    private static void assertUndecodable(Decoder decoder, Block block, String message) {
        assertThatThrownBy(() -> decoder.decode(block))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET))
                .hasMessageContaining(message);
    }

    @Test
    void statisticsCountInputAndOutput() {
        Signal signal = Signal.waves(UNITS_OF_2003, 100, 10);
        Encoder encoder = encoder(UNITS_OF_2003, 40, Duration.ZERO);
        feed(encoder, signal, 0, 100, 30);
        assertThat(encoder.statistics()).isEqualTo(new TranscoderStatistics(100, 2, 3000, 2400));
        encoder.flush(this::take);
        assertThat(encoder.statistics()).isEqualTo(new TranscoderStatistics(100, 3, 3000, 3000));
    }
}

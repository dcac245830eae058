package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.AwkwardSignals;
import org.banip.transcoders.Signal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads that no encoder makes are refused. */
class HighRefusalTest {
    private static final int KEY_CHANGE = BitCoder.ONE / 8;
    private static final int NEW_LATTICES = BitCoder.ONE / 1024;
    private static final int UNITS = 40;
    private static final SensorGroup BYTES = Signal.group("100", 1, 8);

    private final IntervalWriter writer = new IntervalWriter();
    private final Block out = new Block(64);

    private static Block key(int units, byte... payload) {
        Block block = new Block(payload.length);
        block.append(payload, 0, payload.length);
        block.describe(Signal.ORIGIN_NANOS, 0, units);
        block.key(true);
        return block;
    }

    private static void assertRefused(String why, Block block) {
        assertRefused(why, new HighDecoder(BYTES), block);
    }

    private static void assertRefused(String why, HighDecoder decoder, Block block) {
        assertUndecodable(why, () -> decoder.decode(block));
    }

    private static void assertUndecodable(String why, ThrowingCallable read) {
        assertThatThrownBy(read)
                .isInstanceOfSatisfying(
                        BanipException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET))
                .hasMessageContaining("predict: ")
                .hasMessageContaining(why);
    }

    private void assertWrittenIsRefused(String why) {
        writer.end();
        assertRefused(why, key(UNITS, Arrays.copyOf(out.bytes(), out.length())));
    }

    private void writeLattice(int fraction, int length, long step, long offset, int power, int phase) {
        writer.begin(out);
        writer.code(true, KEY_CHANGE);
        RawBits.code(writer, fraction, 5);
        RawBits.code(writer, length, 6);
        RawBits.code(writer, step, length);
        RawBits.code(writer, offset, length);
        RawBits.code(writer, power, 2);
        RawBits.code(writer, phase, power);
    }

    @ParameterizedTest
    @CsvSource({
        "29, 40, 536870912, 0, 0, 0, 29 fraction bits of 40",
        "2, 15, 16384, 0, 0, 0, 2 fraction bits of 15",
        "4, 4, 15, 0, 0, 0, step=251658240",
        "0, 0, 0, 0, 0, 0, step=0",
        "2, 3, 4, 1, 0, 0, offset=67108864",
        "2, 4, 9, 9, 0, 0, offset=603979776",
        "0, 1, 1, 0, 1, 1, period=2",
        "0, 2, 3, 1, 3, 4, period=8",
        "0, 9, 300, 0, 0, 0, a lattice of step 300.0 for samples of 8 bits",
    })
    void refusesAnInvalidLattice(int fraction, int length, long step, long offset, int power, int phase, String why) {
        writeLattice(fraction, length, step, offset, power, phase);
        assertWrittenIsRefused(why);
    }

    @Test
    void refusesAChangeOfLatticesWithoutAChange() {
        writeLattice(0, 1, 1, 0, 0, 0);
        assertWrittenIsRefused("which holds already");
        HighDecoder decoder = new HighDecoder(BYTES);
        decoder.decode(key(2, (byte) 1, (byte) 2));
        writer.begin(out);
        writer.code(true, NEW_LATTICES);
        writer.code(false, KEY_CHANGE);
        writer.end();
        out.describe(Signal.ORIGIN_NANOS, 2, UNITS);
        out.key(false);
        assertRefused("a change of lattices in which none changes", decoder, out);
    }

    @ParameterizedTest
    @CsvSource({"42, 127, false, 128", "-43, -128, false, -129", "42, 127, true, 126", "42, 127, true, 127"})
    void refusesAnInvalidStray(long index, long code, boolean far, int stray) {
        writer.begin(out);
        int rate = BitCoder.ONE / 256;
        writer.code(true, rate);
        writer.code(far, BitCoder.ONE / 2);
        if (far) {
            RawBits.codeSigned(writer, stray, 8);
        } else {
            writer.code(stray > code, BitCoder.ONE / 2);
        }
        writer.end();
        IntervalReader reader = new IntervalReader();
        reader.begin(out);
        HighStrays strays = new HighStrays(8);
        strays.reset();
        assertUndecodable("a stray " + stray + " from code " + code, () -> strays.code(reader, 0, index, code));
    }

    @Test
    void refusesSuperfluousBytes() {
        Signal signal = AwkwardSignals.wandering(BYTES, 60, 3, 1);
        Block sets = signal.block(0, 60);
        sets.key(true);
        new HighEncoder(BYTES).encode(sets, coded -> {
            byte[] payload = Arrays.copyOf(coded.bytes(), coded.length());
            assertThat(Arrays.copyOf(
                            new HighDecoder(BYTES).decode(key(60, payload)).bytes(), 60))
                    .isEqualTo(signal.bytes());
            for (byte more : new byte[] {0, 1, 2, -1}) {
                byte[] longer = Arrays.copyOf(payload, payload.length + 1);
                longer[payload.length] = more;
                assertRefused("bytes behind the last sample, of " + longer.length, key(60, longer));
            }
        });
    }

    @Test
    void refusesALastByteThatIsNotZero() {
        assertRefused("last byte 7 must be 0", key(2, (byte) 1, (byte) 2, (byte) 7));
        assertThat(new HighDecoder(BYTES)
                        .decode(key(2, (byte) 1, (byte) 2, (byte) 0))
                        .length())
                .isEqualTo(2);
    }
}

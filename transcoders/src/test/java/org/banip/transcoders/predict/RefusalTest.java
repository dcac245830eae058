package org.banip.transcoders.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads that no encoder makes are refused. */
class RefusalTest {
    private static final int KEY_CHANGE = 1 << 12;
    private static final int RARE = 1 << 7;
    private static final int UNITS = 40;
    private static final SensorGroup BYTES = Signal.group("100", 1, 8);

    private static Block key(int units, byte... payload) {
        Block block = new Block(payload.length);
        block.append(payload, 0, payload.length);
        block.describe(Signal.ORIGIN_NANOS, 0, units);
        block.key(true);
        return block;
    }

    /** Writes a payload with these codes, which the decoder must refuse. */
    private static void assertRefused(String why, Consumer<ResidualCoder> codes) {
        Frequencies frequencies = new Frequencies();
        frequencies.reset();
        ResidualWriter writer = new ResidualWriter(frequencies);
        Block out = new Block(64);
        writer.begin(out);
        codes.accept(writer);
        out.length(writer.end());
        assertRefused(why, key(UNITS, Arrays.copyOf(out.bytes(), out.length())));
    }

    private static void assertRefused(String why, Block block) {
        assertUndecodable(why, () -> new PredictDecoder(BYTES).decode(block));
    }

    private static void assertUndecodable(String why, ThrowingCallable read) {
        assertThatThrownBy(read)
                .isInstanceOfSatisfying(
                        BanipException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET))
                .hasMessageContaining("predict: ")
                .hasMessageContaining(why);
    }

    private static void writeLattice(
            ResidualCoder coder, int fraction, int length, long step, long offset, int power, int phase) {
        coder.whether(true, KEY_CHANGE);
        coder.plain(1, 1);
        coder.plain(fraction, 5);
        coder.plain(length, 6);
        for (long number : new long[] {step, offset}) {
            coder.plain((int) (number >> 20), length - Math.min(20, length));
            coder.plain((int) number, Math.min(20, length));
        }
        coder.plain(power, 2);
        coder.plain(phase, power);
    }

    /** Damaged vectors of the page: in a context of large residuals, buckets before the last one also exceed 32 bits. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "028b0d4a33eeae1db800000000047de611b3d26400421d7800f8b4da",
                "028b1d4a33e6ae1db800000000047de611b3d26400421d7800f8b4da"
            })
    void refusesAResidualOfMoreThan32BitsBeforeTheLastBucket(String payload) {
        Block block = key(8, HexFormat.of().parseHex(payload));
        assertUndecodable("more than 32 bits", () -> new PredictDecoder(Signal.group("100", 1, 32)).decode(block));
    }

    @ParameterizedTest
    @CsvSource({"128", "-129", "100000", "-2147483648"})
    void refusesAFirstSampleThatDoesNotFit(int sample) {
        assertRefused(sample + " is outside -128 to 127", coder -> {
            coder.whether(false, KEY_CHANGE);
            coder.code(2 * ResidualContext.FIRST_CONTEXT, sample);
        });
    }

    @ParameterizedTest
    @CsvSource({"1", "-256", "70000"})
    void refusesALaterSampleThatDoesNotFit(int residual) {
        ResidualContext level = new ResidualContext();
        level.reset();
        assertRefused((127 + residual) + " is outside -128 to 127", coder -> {
            coder.whether(false, KEY_CHANGE);
            coder.code(2 * ResidualContext.FIRST_CONTEXT, 127); // so this is predicted, too
            coder.code(2 * level.context() + 1, -residual);
        });
    }

    @Test
    void refusesAResidualOfMoreThan32Bits() {
        Frequencies frequencies = new Frequencies();
        frequencies.reset();
        int dense = 60; // all of whose bits are coded; in the first context four are plain
        System.arraycopy(
                frequencies.row(2 * ResidualContext.FIRST_CONTEXT), 0, frequencies.row(dense), 0, Buckets.COUNT);
        ResidualWriter writer = new ResidualWriter(frequencies);
        Block out = new Block(64);
        writer.begin(out);
        writer.code(dense, Integer.MIN_VALUE);
        out.length(writer.end());
        ResidualReader reader = new ResidualReader(frequencies);
        frequencies.reset();
        reader.begin(out);
        assertUndecodable("more than 32 bits", () -> reader.code(2 * ResidualContext.FIRST_CONTEXT, 0));
    }

    @Test
    void refusesAStrayAboveTheHighestCodeAndOneOnTheLattice() {
        assertRefused("a stray 128 from code 127", coder -> {
            writeLattice(coder, 0, 2, 3, 1, 0, 0);
            coder.code(2 * ResidualContext.FIRST_CONTEXT, 42); // is 127
            coder.whether(true, RARE);
            coder.whether(false, KEY_CHANGE);
            coder.plain(1, 1);
        });
        assertRefused("a stray 126 from code 127", coder -> {
            writeLattice(coder, 0, 2, 3, 1, 0, 0);
            coder.code(2 * ResidualContext.FIRST_CONTEXT, 42);
            coder.whether(true, RARE);
            coder.whether(true, KEY_CHANGE);
            coder.plain(126, 8);
        });
    }

    @Test
    void refusesAnIndexWhoseCodeDoesNotFit() {
        assertRefused("43 is outside -43 to 42", coder -> {
            writeLattice(coder, 0, 2, 3, 1, 0, 0);
            coder.code(2 * ResidualContext.FIRST_CONTEXT, 43);
        });
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
        assertRefused(why, coder -> writeLattice(coder, fraction, length, step, offset, power, phase));
    }

    @Test
    void refusesAChangeOfLatticesWithoutAChange() {
        assertRefused("a change of lattices in which none changes", coder -> {
            coder.whether(true, KEY_CHANGE);
            coder.plain(0, 1);
        });
        assertRefused("which holds already", coder -> writeLattice(coder, 0, 1, 1, 0, 0, 0));
    }

    @Test
    void refusesANumberAboveAllCodes() {
        byte[] ones = new byte[UNITS - 1];
        Arrays.fill(ones, (byte) -1);
        ResidualReader reader = new ResidualReader(new Frequencies());
        reader.begin(key(UNITS, ones));
        assertUndecodable("no codes for the bytes up to 6", () -> reader.plain(0, 16));
    }

    @Test
    void refusesSuperfluousBytes() {
        Signal signal = AwkwardSignals.wandering(BYTES, 60, 3, 1);
        new PredictEncoder(BYTES).encode(keyBlock(signal), coded -> {
            byte[] payload = Arrays.copyOf(coded.bytes(), coded.length());
            Block whole = key(60, payload);
            assertThat(Arrays.copyOf(new PredictDecoder(BYTES).decode(whole).bytes(), 60))
                    .isEqualTo(signal.bytes());
            for (byte more : new byte[] {0, 1, 2}) {
                assertRefused("bytes behind the last sample, of " + (payload.length + 1), key(60, and(payload, more)));
            }
            assertRefused(
                    "code 129 is outside -128 to 127", key(60, and(payload, (byte) -1))); // because the number differs
        });
    }

    private static byte[] and(byte[] payload, byte more) {
        byte[] longer = Arrays.copyOf(payload, payload.length + 1);
        longer[payload.length] = more;
        return longer;
    }

    private static Block keyBlock(Signal signal) {
        Block block = signal.block(0, signal.units());
        block.key(true);
        return block;
    }

    @Test
    void refusesALastByteThatIsNotZero() {
        assertRefused("last byte 7 must be 0", key(2, (byte) 1, (byte) 2, (byte) 7));
        assertThat(new PredictDecoder(BYTES)
                        .decode(key(2, (byte) 1, (byte) 2, (byte) 0))
                        .length())
                .isEqualTo(2);
    }
}

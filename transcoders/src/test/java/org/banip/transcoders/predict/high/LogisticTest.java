package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.banip.transcoders.Kept;
import org.junit.jupiter.api.Test;

/** The tables have the checksums of docs/predict-high.md. */
class LogisticTest {
    private static final int TAILS = 4098;
    private static final int LOGARITHMS = 2049;

    private static String kept(String before) throws IOException {
        String page = Files.readString(Kept.ROOT.resolve("docs/predict-high.md"));
        Matcher matcher =
                Pattern.compile(Pattern.quote(before) + "[^`]*`([0-9a-f]+)`").matcher(page);
        assertThat(matcher.find()).as(before).isTrue();
        return matcher.group(1);
    }

    private static String crc(DoubleStream values) {
        CRC32 crc = new CRC32();
        values.forEach(
                value -> crc.update(ByteBuffer.allocate(8).putDouble(value).array()));
        return String.format("%08x", crc.getValue());
    }

    @Test
    void tableOfTailsHasTheChecksumOnThePage() throws IOException {
        DoubleStream tails = IntStream.range(0, TAILS).mapToDouble(i -> Logistic.tail(i / 128.0));
        // A tail beyond the table gets the last value but one. The last value is only for interpolation.
        DoubleStream last = DoubleStream.of(1 / (1 + StrictMath.exp((TAILS - 1) / 128.0)));
        assertThat(crc(DoubleStream.concat(tails.limit(TAILS - 1), last)))
                .isEqualTo(kept("T[i] = 1 / (1 + exp(i / 128))"));
    }

    @Test
    void tableOfLogarithmsHasTheChecksumOnThePage() throws IOException {
        DoubleStream logarithms = IntStream.range(0, LOGARITHMS - 1).mapToDouble(i -> Logistic.ln(1 + i / 2048.0));
        DoubleStream last = DoubleStream.of(StrictMath.log1p(1));
        assertThat(crc(DoubleStream.concat(logarithms, last))).isEqualTo(kept("L[i] = log1p(i / 2048)"));
        assertThat(Long.toHexString(Double.doubleToRawLongBits(Logistic.ln(2)))).isEqualTo(kept("ln2 ="));
    }

    @Test
    void interpolatedValuesAreNearTheFunctions() {
        for (double x = -40; x <= 40; x += 0.0137) {
            assertThat(Logistic.tail(x)).as("x = " + x).isCloseTo(1 / (1 + Math.exp(x)), within(2e-6));
            assertThat(Logistic.probability(x) + Logistic.tail(x)).isCloseTo(1, within(1e-15));
        }
        for (double p = 1e-6; p < 1; p += 0.00137) {
            assertThat(Logistic.odds(p)).as("p = " + p).isCloseTo(Math.log(p / (1 - p)), within(1e-6));
        }
    }
}

package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.banip.core.error.BanipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Annotation files of the MIT format, byte by byte, and a real one. */
class WfdbAnnotationsTest {
    @TempDir
    private Path directory;

    @Test
    void everyKindOfWordIsRead() throws IOException {
        List<WfdbAnnotation> annotations = read(
                18,
                28 << 2, // frame 18: change of rhythm
                3,
                63 << 2,
                '(',
                'N',
                0,
                0, // its text, padded to an even length
                59,
                1 << 2, // 59 frames later: a normal beat
                0,
                59 << 2,
                1,
                0,
                2,
                0, // 65,538 frames later, the upper half first:
                255,
                5 << 2 | 3, // and 1,023 more: a premature ventricular beat
                1,
                62 << 2, // on signal 1, as all that follow
                0xfd,
                60 << 2, // number −3, as all that follow
                4,
                61 << 2, // subtype 4, this one alone
                0,
                22 << 2, // at the same frame: a note
                0,
                0);
        assertThat(annotations)
                .containsExactly(
                        new WfdbAnnotation(18, 28, 0, 0, 0, "(N"),
                        new WfdbAnnotation(77, 1, 0, 0, 0, ""),
                        new WfdbAnnotation(77 + 65_538 + 1_023, 5, 4, 1, -3, ""),
                        new WfdbAnnotation(77 + 65_538 + 1_023, 22, 0, 1, -3, ""));
        assertThat(annotations.stream().filter(WfdbAnnotation::isBeat)).hasSize(2);
    }

    @Test
    void aSkipMayGoBack() throws IOException {
        assertThat(read(100, 1 << 2, 0, 59 << 2, 0xff, 0xff, 0xf6, 0xff, 0, 1 << 2, 0, 0))
                .extracting(WfdbAnnotation::sample)
                .containsExactly(100L, 90L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aFileThatIsCutOffIsRefused(int length) throws IOException {
        byte[] whole = bytes(18, 28 << 2, 3, 63 << 2, '(', 'N', 0, 0, 0, 0);
        Path file = Files.write(directory.resolve("cut.atr"), Arrays.copyOf(whole, length));
        assertThatThrownBy(() -> WfdbAnnotations.read(file))
                .isInstanceOf(BanipException.class)
                .hasMessageStartingWith(file + ": ends w")
                .hasMessageContaining("byte ");
    }

    @Test
    void unknownCodesAreRefused() {
        assertThatThrownBy(() -> read(5, 50 << 2, 0, 0))
                .hasMessageContaining("annotation code 50 at frame 5, allowed are codes 0 to 49 at frames from 0 on");
    }

    @Test
    void aTextNeedsAnAnnotation() {
        assertThatThrownBy(() -> read(1, 63 << 2, 'x', 0, 0, 0))
                .hasMessageContaining("tells more about an annotation before the first one");
    }

    @Test
    void aMissingFileIsSaid() {
        assertThatThrownBy(() -> WfdbAnnotations.read(directory.resolve("none.atr")))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("none.atr");
    }

    @Test
    void recordOneHundredHasTheBeatsThatItIsKnownFor() {
        List<WfdbAnnotation> annotations = WfdbAnnotations.read(RealRecordings.path("100.atr"));
        assertThat(annotations).hasSize(2274);
        assertThat(annotations.get(0)).isEqualTo(new WfdbAnnotation(18, 28, 0, 0, 0, "(N"));
        assertThat(annotations.stream().filter(WfdbAnnotation::isBeat)).hasSize(2273);
        assertThat(annotations.stream().filter(annotation -> annotation.code() == 1))
                .hasSize(2239);
        assertThat(annotations.stream().filter(annotation -> annotation.code() == 8))
                .hasSize(33);
        assertThat(annotations).isSortedAccordingTo((a, b) -> Long.compare(a.sample(), b.sample()));
        assertThat(annotations.get(2273).sample()).isEqualTo(649_991);
    }

    private List<WfdbAnnotation> read(int... values) throws IOException {
        return WfdbAnnotations.read(Files.write(directory.resolve("a.atr"), bytes(values)));
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}

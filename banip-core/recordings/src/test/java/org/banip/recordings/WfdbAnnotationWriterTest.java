package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Annotation files, byte by byte and read back. */
class WfdbAnnotationWriterTest {
    @TempDir
    Path directory;

    private static byte[] written(List<WfdbAnnotation> annotations) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WfdbAnnotationWriter writer = new WfdbAnnotationWriter(out);
        for (WfdbAnnotation annotation : annotations) {
            writer.write(annotation);
        }
        writer.end();
        return out.toByteArray();
    }

    private List<WfdbAnnotation> readBack(List<WfdbAnnotation> annotations) throws IOException {
        return WfdbAnnotations.read(Files.write(directory.resolve("x.atr"), written(annotations)));
    }

    @Test
    void wordsAreThoseOfTheGuide() throws IOException {
        byte[] bytes = written(Arrays.asList(
                new WfdbAnnotation(18, 28, 0, 0, 0, "(N"),
                new WfdbAnnotation(77, 1, -1, 2, 3, ""),
                new WfdbAnnotation(1101, 1, 0, 2, 3, "abc")));
        int[] expected = {
            18, 28 << 2, 2, 63 << 2, '(', 'N', // change of rhythm at frame 18, with an aux string of two bytes
            59, 1 << 2, 255, 61 << 2, 2, 62 << 2, 3, 60 << 2, // a beat 59 frames later: subtype, channel, number
            0, 59 << 2, 0, 0, 0, 4, 0, 1 << 2, 3, 63 << 2, 'a', 'b', 'c', 0, // 1024 frames later
            0, 0
        };
        byte[] wanted = new byte[expected.length];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = (byte) expected[i];
        }
        assertThat(bytes).isEqualTo(wanted);
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        long seed = System.nanoTime();
        System.out.println("WfdbAnnotationWriterTest seed " + seed);
        Random random = new Random(seed);
        List<WfdbAnnotation> annotations = new ArrayList<>();
        long sample = 0;
        for (int i = 0; i < 2000; i++) {
            sample += i % 100 == 0 ? 3_000_000_000L : random.nextInt(random.nextInt(3) == 0 ? 100_000 : 1025);
            annotations.add(new WfdbAnnotation(
                    sample,
                    1 + random.nextInt(49),
                    (byte) random.nextInt(),
                    random.nextInt(3),
                    random.nextInt(3) - 1,
                    "xä€".substring(random.nextInt(4))));
        }
        assertThat(readBack(annotations)).isEqualTo(annotations);
    }

    @Test
    void longTextsAreCutBehindAWholeCharacter() throws IOException {
        String text = "x" + new String(new char[200]).replace("\0", "ä");
        WfdbAnnotation read = readBack(Arrays.asList(new WfdbAnnotation(0, 22, 0, 0, 0, text)))
                .get(0);
        assertThat(read.text()).isEqualTo(text.substring(0, 128));
        WfdbAnnotation other = readBack(Arrays.asList(new WfdbAnnotation(0, 22, 0, 0, 0, text.substring(1))))
                .get(0);
        assertThat(other.text()).isEqualTo(text.substring(1, 128));
    }

    @Test
    void refusesWhatTheFormatCannotHave() throws IOException {
        WfdbAnnotationWriter writer = new WfdbAnnotationWriter(new ByteArrayOutputStream());
        writer.write(new WfdbAnnotation(5, 1, 0, 0, 0, ""));
        for (WfdbAnnotation wrong : Arrays.asList(
                new WfdbAnnotation(4, 1, 0, 0, 0, ""),
                new WfdbAnnotation(5, 0, 0, 0, 0, ""),
                new WfdbAnnotation(5, 50, 0, 0, 0, ""))) {
            assertThatThrownBy(() -> writer.write(wrong))
                    .hasMessageContaining("allowed are codes 1 to 49 from frame 5");
        }
    }
}

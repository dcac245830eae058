package org.banip.surrogate.export;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Real recordings as interleaved 16-bit samples, where they are there. */
final class CanonicalSamples {
    private CanonicalSamples() {}

    /** Per instant, one value per column. */
    static int[][] read(String name, int columns) throws IOException {
        Path file = Path.of(System.getProperty("banip.root", "."), "..", "shared", "recordings", "canonical", name)
                .normalize();
        assumeTrue(Files.isRegularFile(file), "no real recording to test with: " + file + " is not there");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int[][] rows = new int[bytes.capacity() / 2 / columns][columns];
        for (int[] row : rows) {
            for (int column = 0; column < columns; column++) {
                row[column] = bytes.getShort();
            }
        }
        return rows;
    }
}

package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedPositionsTest {
    @TempDir
    private Path folder;

    @Test
    void aFileThatIsNoTextIsDamagedAndIsWrittenAgain() throws Exception {
        Files.write(folder.resolve("positions"), new byte[] {(byte) 0xC3, 0, (byte) 0xFF, '\n'});
        FeedPositions positions = new FeedPositions(folder);
        assertThat(positions.read()).isEmpty();
        UUID session = new UUID(1, 2);
        positions.write(Map.of(session, new long[] {3, 4}));
        assertThat(new FeedPositions(folder).read().get(session)).containsExactly(3, 4);
    }
}

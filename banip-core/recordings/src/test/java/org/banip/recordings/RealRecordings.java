package org.banip.recordings;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The real recordings beside the checkout; tests that need one are skipped, with the reason, where it is missing. */
final class RealRecordings {
    private RealRecordings() {}

    static Path path(String name) {
        Path path = Path.of(System.getProperty("banip.root", "."), "..", "shared", "recordings", name)
                .normalize();
        assumeTrue(Files.isRegularFile(path), () -> "needs the real recording " + path);
        return path;
    }
}

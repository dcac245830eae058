package org.banip.app.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Recordings of patients and volunteers, kept beside the checkout. */
final class RealRecordings {
    private RealRecordings() {}

    /** One of them; what needs it is skipped where it is not there. */
    static Path named(String name) {
        Path file = Path.of(System.getProperty("banip.root"))
                .resolveSibling("shared")
                .resolve("recordings")
                .resolve(name);
        assumeTrue(Files.exists(file), () -> file + " is not there");
        return file;
    }
}

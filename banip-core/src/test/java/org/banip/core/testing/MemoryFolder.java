package org.banip.core.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Makes the folder of a test in memory, if the system has a file system there: a test that writes a million files needs no disk. */
public final class MemoryFolder implements TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");

    /** For {@code @TempDir(factory = MemoryFolder.class)}. */
    public MemoryFolder() {}

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "banip-test")
                : Files.createTempDirectory("banip-test");
    }
}

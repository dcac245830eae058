package org.banip.mbu.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.UUID;

/**
 * Names the run of the system. While it goes on, nothing that a process has written is lost, even if the process was killed before it has synced
 * that.
 */
final class BootId {
    /** It is not known which run it is. */
    static final UUID UNKNOWN = new UUID(0, 0);

    private static final Path LINUX = Paths.get("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /** The present run. Linux tells it. */
    static UUID now() {
        try {
            String text = new String(Files.readAllBytes(LINUX), StandardCharsets.US_ASCII);
            return UUID.fromString(text.trim());
        } catch (IOException | IllegalArgumentException | SecurityException e) {
            return UNKNOWN;
        }
    }
}

package org.banip.mbu.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.banip.mbu.spi.SteadyClock;

/** How the files of a spool are kept. */
public enum AtRest {
    PLAIN,
    ENCRYPTED;

    /** A key that is the same in each run. */
    static SecretKey key(int seed) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) seed);
        return new SecretKeySpec(bytes, "AES");
    }

    /** The app's key. */
    Optional<SecretKey> key() {
        return this == PLAIN ? Optional.empty() : Optional.of(key(1));
    }

    /** A spool with files of 4 KiB, in one run of the system. */
    public JournalledSpool open(Path directory, Duration syncEvery) {
        return open(directory, syncEvery, 4096, JournalledSpool.BOOT, SteadyClock.system());
    }

    /** The same with all choices. */
    public JournalledSpool open(Path directory, Duration syncEvery, int segmentBytes, UUID boot, SteadyClock clock) {
        return JournalledSpool.open(directory, syncEvery, segmentBytes, boot, clock, key());
    }

    /** A reader of a file. */
    SegmentReader reader(Path file, byte[] bytes) {
        long number = Long.parseLong(file.getFileName().toString().replaceAll("\\D", ""));
        return Ciphers.of(file.getParent(), key(), List.of()).reader(number, bytes);
    }
}

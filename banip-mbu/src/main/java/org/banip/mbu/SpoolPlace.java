package org.banip.mbu;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.mbu.journal.Journal;
import org.banip.mbu.journal.JournalSetup;

/**
 * Where the spool is kept.
 *
 * @param directory its directory
 * @param syncEvery how often what is written is synced; zero for each packet before it can be sent
 */
record SpoolPlace(Path directory, Duration syncEvery) {
    static final Duration DEFAULT_SYNC = Duration.ofSeconds(1);
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    SpoolPlace {
        boolean allowed =
                syncEvery.isZero() || (syncEvery.compareTo(SHORTEST) >= 0 && syncEvery.compareTo(LONGEST) <= 0);
        if (!allowed) {
            throw new IllegalArgumentException("spool: synced every " + syncEvery.toMillis()
                    + " ms, allowed are 0 (each packet) and 10 to 60000 ms");
        }
    }

    /**
     * Opens the journal there, for this registration or for the same one of an earlier process.
     *
     * @param key the key with which its files are encrypted
     * @param former those with which files of earlier processes may be encrypted
     */
    Journal open(RegistrationRequest registration, Optional<SecretKey> key, List<SecretKey> former) {
        JournalSetup plain = new JournalSetup(directory, registration, syncEvery);
        return Journal.open(key.map(with -> plain.with(with, former)).orElse(plain));
    }
}

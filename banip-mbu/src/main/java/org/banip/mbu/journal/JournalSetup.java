package org.banip.mbu.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.SecretKey;
import org.banip.core.interconnect.RegistrationRequest;

/**
 * What a journal needs.
 *
 * @param directory its directory, which is created if it is not there
 * @param registration the registration; its session counts if there is no earlier one
 * @param syncEvery how often what is written is synced; zero for each packet before it can be sent
 * @param segmentBytes the length at which another file begins
 * @param boot the run of the system; all zero if it is not known
 * @param key for AES-256, with which the files are encrypted; none leaves them plain
 */
public record JournalSetup(
        Path directory,
        RegistrationRequest registration,
        Duration syncEvery,
        int segmentBytes,
        UUID boot,
        Optional<SecretKey> key) {
    /** The length of a file: some minutes of a 12-lead ECG. */
    private static final int SEGMENT_BYTES = 1 << 20;

    /** Refuses a key that is not for AES-256. */
    public JournalSetup {
        key.ifPresent(WrappingKey::check);
    }

    /** Plain files of the usual length, in the present run of the system. */
    public JournalSetup(Path directory, RegistrationRequest registration, Duration syncEvery) {
        this(directory, registration, syncEvery, SEGMENT_BYTES, BootId.now(), Optional.empty());
    }

    /** The same with this key. */
    public JournalSetup with(SecretKey with) {
        return new JournalSetup(directory, registration, syncEvery, segmentBytes, boot, Optional.of(with));
    }

    /** The same for another registration. */
    JournalSetup with(RegistrationRequest other) {
        return new JournalSetup(directory, other, syncEvery, segmentBytes, boot, key);
    }

    /** The session that begins if there is no earlier one. */
    UUID session() {
        return registration.session();
    }

    boolean syncsEach() {
        return syncEvery.isZero();
    }
}

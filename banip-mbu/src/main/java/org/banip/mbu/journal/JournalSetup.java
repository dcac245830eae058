package org.banip.mbu.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
 * @param former keys with which files of earlier starts may be encrypted; none without a key
 */
public record JournalSetup(
        Path directory,
        RegistrationRequest registration,
        Duration syncEvery,
        int segmentBytes,
        UUID boot,
        Optional<SecretKey> key,
        List<SecretKey> former) {
    /** The length of a file: some minutes of a 12-lead ECG. */
    private static final int SEGMENT_BYTES = 1 << 20;

    /** Refuses a key that is not for AES-256. */
    public JournalSetup {
        key.ifPresent(WrappingKey::check);
        former.forEach(WrappingKey::check);
        former = Collections.unmodifiableList(new ArrayList<>(former));
        if (!key.isPresent() && !former.isEmpty()) {
            throw new IllegalArgumentException("spool: there are former keys, and no key");
        }
    }

    /** Without former keys. */
    public JournalSetup(
            Path directory,
            RegistrationRequest registration,
            Duration syncEvery,
            int segmentBytes,
            UUID boot,
            Optional<SecretKey> key) {
        this(directory, registration, syncEvery, segmentBytes, boot, key, new ArrayList<>());
    }

    /** Plain files of the usual length, in the present run of the system. */
    public JournalSetup(Path directory, RegistrationRequest registration, Duration syncEvery) {
        this(directory, registration, syncEvery, SEGMENT_BYTES, BootId.now(), Optional.empty());
    }

    /** The same with this key. */
    public JournalSetup with(SecretKey with) {
        return with(with, new ArrayList<>());
    }

    /** The same with this key, and these former ones. */
    public JournalSetup with(SecretKey with, List<SecretKey> earlier) {
        return new JournalSetup(directory, registration, syncEvery, segmentBytes, boot, Optional.of(with), earlier);
    }

    /** The same for another registration. */
    JournalSetup with(RegistrationRequest other) {
        return new JournalSetup(directory, other, syncEvery, segmentBytes, boot, key, former);
    }

    /** The session that begins if there is no earlier one. */
    UUID session() {
        return registration.session();
    }

    boolean syncsEach() {
        return syncEvery.isZero();
    }
}

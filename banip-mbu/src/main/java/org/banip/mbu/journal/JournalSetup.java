package org.banip.mbu.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.banip.core.interconnect.RegistrationRequest;

/**
 * What a journal needs.
 *
 * @param directory its directory, which is created if it is not there
 * @param registration the registration; its session counts if there is no earlier one
 * @param syncEvery how often what is written is synced; zero for each packet before it can be sent
 * @param segmentBytes the length at which another file begins
 * @param boot the run of the system; all zero if it is not known
 */
public record JournalSetup(
        Path directory, RegistrationRequest registration, Duration syncEvery, int segmentBytes, UUID boot) {
    /** The length of a file: some minutes of a 12-lead ECG. */
    private static final int SEGMENT_BYTES = 1 << 20;

    /** Files of the usual length, in the present run of the system. */
    public JournalSetup(Path directory, RegistrationRequest registration, Duration syncEvery) {
        this(directory, registration, syncEvery, SEGMENT_BYTES, BootId.now());
    }

    /** The session that begins if there is no earlier one. */
    UUID session() {
        return registration.session();
    }

    boolean syncsEach() {
        return syncEvery.isZero();
    }
}

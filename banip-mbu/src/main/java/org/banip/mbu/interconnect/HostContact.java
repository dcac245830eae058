package org.banip.mbu.interconnect;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.mbu.spool.Spool;
import org.banip.mbu.status.MbuEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How it stands with the host: whether it answers, what it has stored since, how its clock runs. The thread that reads the host's frames
 * says what it hears, the sending thread when the connection ended; one of them at a time, and any thread asks.
 */
final class HostContact {
    private static final Logger LOG = LoggerFactory.getLogger(HostContact.class);

    private final InterconnectSetup setup;
    private final Spool spool;
    private final Recovery recovery;
    private final ClockFilter clockFilter = new ClockFilter();
    private final LinkCounters counters = new LinkCounters();

    // Session.
    private volatile boolean everConnected;
    /** What had been sent when the host reported a packet it cannot decode; one at a time until that is stored. */
    private volatile long @Nullable [] carefulUntil;

    // Connection.
    private final AtomicBoolean connected = new AtomicBoolean();
    private volatile boolean progressed;
    private volatile @Nullable String problem;

    HostContact(InterconnectSetup setup, Recovery recovery) {
        this.setup = setup;
        this.recovery = recovery;
        spool = setup.spool();
    }

    // --- what the host says ---

    /** A frame has come. */
    void heard(UUID session) {
        if (!connected.compareAndSet(false, true)) {
            return;
        }
        problem = null;
        if (everConnected) {
            counters.resumes.incrementAndGet();
            setup.events().emit(new MbuEvent.Resumed());
        } else {
            everConnected = true;
            setup.events().emit(new MbuEvent.Connected());
        }
        LOG.info("{} connected", session);
        setup.progress().changed();
    }

    /** The host has stored all of a group before a sequence number. */
    void acknowledged(int group, long next) {
        if (!spool.release(group, next)) {
            return;
        }
        progressed = true;
        long[] careful = carefulUntil;
        if (careful != null) {
            endCareIfStored(careful);
        }
        setup.events().emit(new MbuEvent.Acknowledged(setup.groupName(group), next));
        setup.progress().changed();
        setup.work().raise();
    }

    private void endCareIfStored(long[] careful) {
        long[] released = spool.released();
        for (int g = 0; g < careful.length; g++) {
            if (released[g] < careful[g]) {
                return;
            }
        }
        carefulUntil = null;
        recovery.decodable();
    }

    // --- what the sending thread does about it ---

    /** Sends one packet at a time until all that was sent is stored. */
    void beginCare() {
        carefulUntil = spool.sent();
    }

    void endCare() {
        carefulUntil = null;
    }

    /** Whether a packet may be sent before the one before it is acknowledged. */
    boolean mayHaveAnotherOutstanding() {
        return carefulUntil == null || spool.outstanding() == 0;
    }

    /**
     * The connection has ended.
     *
     * @param carriedNanos how long it carried
     * @param keepAliveNanos what counts as well, even if nothing was to be stored
     * @return whether something came of it
     */
    boolean ended(long carriedNanos, long keepAliveNanos) {
        boolean well = connected.getAndSet(false) && carriedNanos >= keepAliveNanos;
        well |= progressed;
        progressed = false;
        return well;
    }

    void problem(String what) {
        problem = what;
    }

    // --- for whoever asks ---

    boolean connected() {
        return connected.get();
    }

    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    ClockFilter clockFilter() {
        return clockFilter;
    }

    LinkCounters counters() {
        return counters;
    }
}

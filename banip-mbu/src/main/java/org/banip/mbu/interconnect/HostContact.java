package org.banip.mbu.interconnect;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.mbu.spool.Spool;
import org.banip.mbu.status.MbuEvent;
import org.jspecify.annotations.Nullable;

/**
 * How it stands with the host: whether it answers, what it has stored since, how its clock runs. The thread that reads the host's frames
 * says what it hears, the sending thread when the connection ended; one of them at a time, and any thread asks.
 */
final class HostContact {
    private final InterconnectSetup setup;
    private final Spool spool;
    private final Recovery recovery;
    private final ClockFilter clockFilter = new ClockFilter();
    private final LinkCounters counters = new LinkCounters();
    private final LinkLog linkLog = new LinkLog();

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

    /**
     * A frame has come.
     *
     * @param id begins the log line
     */
    void heard(String id) {
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
        linkLog.answers(id, spool.packets(), setup.clock().epochNanos());
        setup.progress().changed();
    }

    /** The host has stored all of a group before a sequence number. */
    void acknowledged(String id, int group, long next) {
        if (!spool.release(group, next)) {
            return;
        }
        progressed = true;
        linkLog.stored(id, setup.clock().epochNanos());
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

    /**
     * The connection broke, or could not be made.
     *
     * @param id begins the log line
     * @param loss why
     * @param waitNanos after how long there is another try
     */
    void lost(String id, Loss loss, long waitNanos) {
        problem = loss.reason();
        linkLog.lost(id, loss, setup.clock().epochNanos(), waitNanos);
    }

    /** There will be no other connection. */
    void givenUp(String reason) {
        problem = reason;
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

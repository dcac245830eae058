package org.banip.mbu.interconnect;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.mbu.spi.MbuEvent;
import org.jspecify.annotations.Nullable;

/**
 * What a link knows of the host: whether it answers, whether it has stored something since, what went wrong. The thread that reads the host's
 * frames says what it hears, the sending thread when the connection ended; any thread asks.
 */
final class HostContact {
    private final InterconnectSetup setup;
    private final Session session;
    private final LinkLog linkLog = new LinkLog();

    private volatile boolean everConnected;
    private final AtomicBoolean connected = new AtomicBoolean();
    private volatile boolean progressed;
    private volatile @Nullable String problem;

    HostContact(InterconnectSetup setup, Session session) {
        this.setup = setup;
        this.session = session;
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
        setup.meter().answers();
        problem = null;
        if (everConnected) {
            session.counters().resumes.incrementAndGet();
            setup.events().emit(new MbuEvent.Resumed());
        } else {
            everConnected = true;
            setup.events().emit(new MbuEvent.Connected());
        }
        linkLog.answers(id, setup.spool().packets(), setup.clock().epochNanos());
        setup.progress().changed();
    }

    /** The host has stored all of a group before a sequence number. */
    void acknowledged(String id, int group, long next) {
        if (session.acknowledged(group, next)) {
            progressed = true;
            linkLog.stored(id, setup.clock().epochNanos());
        }
    }

    // --- what the sending thread does about it ---

    /**
     * The connection has ended.
     *
     * @param carriedNanos how long it carried
     * @param keepAliveNanos what counts as well, even if nothing was to be stored
     * @return whether something came of it
     */
    boolean ended(long carriedNanos, long keepAliveNanos) {
        boolean answered = connected.getAndSet(false);
        setup.meter().broke(answered);
        boolean well = answered && carriedNanos >= keepAliveNanos;
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

    // --- status ---

    boolean connected() {
        return connected.get();
    }

    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}

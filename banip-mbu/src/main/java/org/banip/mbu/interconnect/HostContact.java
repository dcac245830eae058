package org.banip.mbu.interconnect;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.spi.MbuEvent;
import org.jspecify.annotations.Nullable;

/**
 * What a link knows about the host: whether the host answers, whether it has stored something on this connection, and the last problem. The
 * thread that reads the host's frames reports frames, the sending thread reports the end of a connection. Any thread reads.
 */
final class HostContact {
    private final InterconnectSetup setup;
    private final Session session;
    private final PathMeter meter;
    private final LinkErrors errors;
    /** Behind the first word of each log line: the path, if there are several. */
    private final String path;

    private final LinkLog linkLog = new LinkLog();

    private volatile boolean everConnected;
    private volatile boolean progressed;
    private volatile @Nullable String problem;
    /** Of the sending thread: the broker of the last attempt. */
    private @Nullable Chosen at;

    HostContact(InterconnectSetup setup, Session session, PathMeter meter, LinkErrors errors) {
        this.setup = setup;
        this.session = session;
        this.meter = meter;
        this.errors = errors;
        path = setup.severalPaths() ? " path " + meter.settings().name() + ":" : "";
    }

    // --- reported by the thread that reads the host's frames ---

    /**
     * A frame was received.
     *
     * @param id the first word of the log line
     */
    void heard(String id, Chosen at) {
        meter.heard();
        if (!session.connections().heard(meter.number())) {
            return;
        }
        setup.brokers().connected(meter.number(), at, true);
        setup.meter().answers();
        errors.answered();
        problem = null;
        if (everConnected) {
            session.counters().resumes.incrementAndGet();
            setup.events().emit(new MbuEvent.Resumed(meter.settings().name()));
        } else {
            everConnected = true;
            setup.events().emit(new MbuEvent.Connected(meter.settings().name()));
        }
        linkLog.answers(id + path, setup.spool().packets(), setup.clock().epochNanos());
        setup.progress().changed();
    }

    /** The host has stored all items of a group before a sequence number. */
    void acknowledged(String id, Chosen at, int group, long next) {
        if (session.acknowledged(at, group, next)) {
            progressed = true;
            setup.brokers().works(at);
            linkLog.stored(id, path, setup.clock().epochNanos());
        }
    }

    // --- reported by the sending thread ---

    /** An attempt to connect begins. What was wrong with another broker does not count any more. */
    void begins(Chosen to) {
        if (!to.equals(at)) {
            at = to;
            problem = null;
        }
    }

    /**
     * The connection has ended.
     *
     * @param carriedNanos how long the connection carried frames
     * @param keepAliveNanos if it carried for this long, it counts as successful even if there was nothing to store
     * @return whether the connection was successful
     */
    boolean ended(long carriedNanos, long keepAliveNanos) {
        boolean answered = session.connections().ended(meter.number());
        setup.meter().broke(answered);
        boolean well = answered && carriedNanos >= keepAliveNanos;
        well |= progressed;
        progressed = false;
        return well;
    }

    /**
     * The connection broke, or could not be made.
     *
     * @param id the first word of the log line
     * @param loss the reason
     * @param waitNanos time until the next attempt
     */
    void lost(String id, Loss loss, long waitNanos) {
        problem = loss.reason();
        linkLog.lost(id + path, loss, setup.clock().epochNanos(), waitNanos);
        tell(new MbuEvent.Disconnected(meter.settings().name(), loss.reason(), Duration.ofNanos(waitNanos)));
    }

    private void tell(MbuEvent event) {
        setup.events().emit(event);
        setup.progress().changed();
    }

    /** The host is silent. The connection goes on if the host is heard on it again. */
    void silent(String id, String reason) {
        setup.meter().broke(session.connections().ended(meter.number()));
        lost(id, new Loss(reason, Optional.empty(), ErrorPolicy.Verdict.RESUME), 0);
    }

    /** The network is not there. */
    void networkGone(String id, String reason) {
        problem = reason;
        linkLog.networkGone(id + path, reason, setup.clock().epochNanos());
        tell(new MbuEvent.NetworkGone(meter.settings().name(), reason));
    }

    /** It is there again, with this address. */
    void networkBack(String id, InetAddress address) {
        linkLog.networkBack(id + path, address.getHostAddress());
        tell(new MbuEvent.NetworkBack(meter.settings().name(), address));
    }

    /** The backup is not needed any more, and its connection is closed. */
    void rests(String id) {
        problem = null;
        linkLog.rests(id + path);
        setup.progress().changed();
    }

    /** There will be no further connection. */
    void givenUp(String reason) {
        problem = reason;
    }

    // --- status ---

    boolean connected() {
        return session.connections().isAnswered(meter.number());
    }

    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}

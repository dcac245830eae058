package org.banip.mbu.interconnect;

import java.util.EnumSet;
import java.util.Set;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.broker.Brokers;
import org.banip.mbu.broker.Chosen;
import org.jspecify.annotations.Nullable;

/** Tells what a link sees of its broker, so that another one can be chosen. Belongs to the sending thread. */
final class LinkBroker {
    /** What a broker answers that works, and cannot serve now; limits are so, too. */
    private static final Set<ErrorCode> CANNOT_SERVE =
            EnumSet.of(ErrorCode.HOST_UNAVAILABLE, ErrorCode.STORAGE_UNAVAILABLE, ErrorCode.INTERNAL, ErrorCode.SILENT);

    private final InterconnectSetup setup;
    private final Brokers brokers;
    private final int link;
    private @Nullable Chosen at;
    private long beganNanos;
    private boolean well;
    private boolean keysWanted;

    LinkBroker(InterconnectSetup setup, int link) {
        this.setup = setup;
        this.link = link;
        brokers = setup.brokers();
    }

    /** Waits until a broker is chosen, as long as a connection may take. */
    void awaitFirst() throws InterruptedException {
        if (brokers.several()) {
            brokers.await(setup.paths().get(0).context().settings().connectTimeout());
        }
    }

    /** An attempt to connect begins. */
    void begins(Chosen to) {
        at = to;
        beganNanos = setup.clock().epochNanos();
    }

    /** The connection has ended, or there was none. */
    void ended(boolean wasSuccessful) {
        well = wasSuccessful;
        keysWanted &= !well;
        Chosen of = at;
        if (of != null) {
            brokers.connected(link, of, false);
            if (well) {
                brokers.works(of);
            }
        }
    }

    /**
     * How the MBU reacts to an error, after {@link #ended}.
     *
     * @param allRefused whether all paths are refused finally. Otherwise another broker would not help the path that is
     * @return the same, or one with another verdict if another broker is to be tried first
     */
    Loss lost(Loss loss, boolean allRefused) {
        Chosen of = at;
        if (of == null || !brokers.several()) {
            return loss;
        }
        if (!keysWanted) {
            keysWanted = true;
            setup.spool().wantKeys();
        }
        boolean cannotServe = loss.code()
                .map(code -> code.isLimit() || CANNOT_SERVE.contains(code))
                .orElse(!well);
        if (loss.verdict().isFinal()) {
            return allRefused && brokers.refused(of, loss.reason())
                    ? new Loss(loss.words(), loss.code(), ErrorPolicy.Verdict.RETRY)
                    : loss;
        }
        if (cannotServe) {
            brokers.failed(of, beganNanos, loss.reason());
        }
        return loss;
    }
}

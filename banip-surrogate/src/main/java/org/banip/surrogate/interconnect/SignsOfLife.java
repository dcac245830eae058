package org.banip.surrogate.interconnect;

import org.banip.core.error.BanipException;
import org.banip.core.frame.Control;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** The MBU's signs of life, and what begins or ends when it is heard again after a silence. Owned by the interconnect's serial executor. */
final class SignsOfLife {
    private static final Logger LOG = ServerLog.of(SignsOfLife.class);

    private final InterconnectParts shared;

    SignsOfLife(InterconnectParts shared) {
        this.shared = shared;
    }

    /** By a frame of this request, unless somebody may be repeating it. */
    void heardOn(DataRequest request) {
        if (!request.mayBeReplay(shared.parts.clock().monotonicNanos())) {
            heard(request);
        }
    }

    /** By a frame of this request that nobody could send before. */
    void heard(DataRequest by) {
        if (!by.isSuspended()) {
            heard();
        } else if (isHeardAgain()) {
            shared.requests.resume();
            shared.reverse.resume();
        }
    }

    /** By another request. */
    void heard() {
        if (isHeardAgain()) {
            endSuspended();
        }
    }

    /** The requests that were open before the silence are over. */
    void endSuspended() {
        BanipException silent = shared.silent();
        // First, because the answer of a data request ends with it.
        shared.reverse.endSuspended(Control.ErrorReport.of(silent));
        shared.requests.endSuspended(silent);
    }

    /** Whether it was silent until now. */
    private boolean isHeardAgain() {
        boolean again = shared.liveness.heard(shared.parts.clock().monotonicNanos());
        if (again) {
            LOG.info("{}: resumed", shared.id());
            shared.parts.subscribers().resumed(shared.surrogate);
            shared.keepAlives.resumed();
            shared.requests.heardAgain();
        }
        return again;
    }
}

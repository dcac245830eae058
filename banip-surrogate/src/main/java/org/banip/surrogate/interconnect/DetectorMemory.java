package org.banip.surrogate.interconnect;

import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.detection.SessionWatch;
import org.jspecify.annotations.Nullable;

/** What the detectors take that the BAN of one interconnect declares, of what its identity may make the host hold. Any thread. */
final class DetectorMemory {
    private final MemoryQuota quota;
    private final String identity;
    /** Guarded by this, as are the others. None until detectors take anything. */
    private MemoryQuota.@Nullable Account account;

    private long bytes;
    private boolean closed;

    DetectorMemory(MemoryQuota quota, String identity) {
        this.quota = quota;
        this.identity = identity;
    }

    /** The BAN declares detectors: those are run that there is room for. */
    synchronized void declare(RegistrationRequest request, SessionWatch watch) {
        watch.declare(request, this::take);
    }

    private boolean take(long wanted) {
        if (closed) {
            return wanted == 0;
        }
        long more = wanted - bytes;
        if (more > 0) {
            if (account == null) {
                account = quota.open(identity);
            }
            if (!account.takeIfThereIs(more)) {
                return false;
            }
        } else if (account != null) {
            account.holds(wanted);
        }
        bytes = wanted;
        return true;
    }

    /** The interconnect has ended, or did not come about. */
    synchronized void close() {
        closed = true;
        if (account != null) {
            account.close();
        }
    }
}

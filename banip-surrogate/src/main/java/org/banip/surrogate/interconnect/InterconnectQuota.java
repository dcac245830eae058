package org.banip.surrogate.interconnect;

import java.util.HashMap;
import java.util.Map;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.settings.HostLimits;

/** Limits how many interconnects are open, in total and per identity. Guarded by its monitor. */
final class InterconnectQuota {
    private final HostLimits limits;
    private final Map<String, Integer> byIdentity = new HashMap<>();
    private int taken;

    InterconnectQuota(HostLimits limits) {
        this.limits = limits;
    }

    /**
     * Counts one more interconnect.
     *
     * @throws BanipException {@code TOO_MANY_SESSIONS}
     */
    synchronized void take(String identity) {
        int own = byIdentity.getOrDefault(identity, 0);
        if (taken >= limits.interconnects()) {
            throw new BanipException(
                    ErrorCode.TOO_MANY_SESSIONS, taken + " interconnects are open, limit " + limits.interconnects());
        }
        if (own >= limits.interconnectsPerIdentity()) {
            throw new BanipException(
                    ErrorCode.TOO_MANY_SESSIONS,
                    own + " interconnects of this identity are open, limit " + limits.interconnectsPerIdentity());
        }
        byIdentity.put(identity, own + 1);
        taken++;
    }

    synchronized void giveBack(String identity) {
        taken--;
        byIdentity.computeIfPresent(identity, (who, own) -> own == 1 ? null : own - 1);
    }
}

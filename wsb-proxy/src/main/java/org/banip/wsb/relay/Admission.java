package org.banip.wsb.relay;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.wsb.spi.Identity;

/** Bounds the number of current requests of each identity. Any thread. */
final class Admission {
    private final int mostPerIdentity;
    private final ConcurrentMap<Identity, Integer> active = new ConcurrentHashMap<>();

    Admission(int mostPerIdentity) {
        this.mostPerIdentity = mostPerIdentity;
    }

    /**
     * Admits a request, which must call {@link #leave} at its end.
     *
     * @throws BanipException {@code LIMIT_REACHED}
     */
    void enter(Identity identity) {
        if (active.merge(identity, 1, Integer::sum) > mostPerIdentity) {
            leave(identity);
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "more than " + Counted.of(mostPerIdentity, "request") + " of " + identity + " under way");
        }
    }

    void leave(Identity identity) {
        active.computeIfPresent(identity, (name, count) -> count == 1 ? null : count - 1);
    }
}

package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.surrogate.activation.SurrogateLife;
import org.banip.surrogate.api.KeepAliveHandler;
import org.jspecify.annotations.Nullable;

/** Tells a surrogate whether its MBU is heard, one task at a time: what changed back before it was told is left out. Any thread. */
final class KeepAlives {
    private final Duration grace;
    private final AtomicBoolean waits = new AtomicBoolean();
    private volatile @Nullable SurrogateLife life;
    private volatile @Nullable KeepAliveHandler handler;
    private volatile boolean silent;
    private volatile boolean ended;

    /** Owned by the turns of the surrogate. */
    private boolean told;

    /** Nobody to tell yet. */
    KeepAlives(Duration grace) {
        this.grace = grace;
    }

    void begin(SurrogateLife of) {
        life = of;
    }

    void setHandler(KeepAliveHandler wanted) {
        handler = wanted;
        if (ended) {
            handler = null;
        }
        changed();
    }

    /** The surrogate is over: nothing refers to it any more. */
    void end() {
        ended = true;
        handler = null;
        life = null;
    }

    void silent() {
        silent = true;
        changed();
    }

    void resumed() {
        silent = false;
        changed();
    }

    private void changed() {
        SurrogateLife of = life;
        if (of != null && handler != null && waits.compareAndSet(false, true)) {
            of.whileActive(this::tell);
        }
    }

    private void tell() {
        waits.set(false);
        boolean now = silent;
        KeepAliveHandler to = handler;
        if (now == told || to == null) {
            return;
        }
        told = now;
        if (now) {
            to.silent(grace);
        } else {
            to.resumed();
        }
    }
}

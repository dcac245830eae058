package org.banip.surrogate.interconnect;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.settings.HostLimits;

/**
 * How many bytes MBUs may make the host hold, in all and per identity: packets that wait for earlier ones or for room in the store, frames that are
 * incomplete, the state and buffers of decoders, and detectors that BANs declare. What is in order and small is never refused. Any thread.
 */
public final class MemoryQuota {
    private final long limit;
    private final long limitPerIdentity;
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    private final Map<String, Identity> identities = new HashMap<>();

    /** What one identity holds, over all its interconnects. */
    private static final class Identity {
        final AtomicLong held = new AtomicLong();
        final AtomicLong refusals = new AtomicLong();
        /** Guarded by the map's monitor. */
        int accounts;
    }

    /** Nothing is held yet. */
    public MemoryQuota(HostLimits limits) {
        limit = limits.heldBytes();
        limitPerIdentity = limits.heldBytesPerIdentity();
    }

    /** Bytes held now, of all interconnects. */
    public long held() {
        return held.get();
    }

    /**
     * An account for one interconnect of this identity, which holds the first bytes from here on; to be {@linkplain Account#close closed} with
     * the interconnect, or if there will be none.
     *
     * @throws BanipException {@code TOO_MUCH_HELD} if the identity or the host would hold too much with these bytes
     */
    Account open(String identity, long first, String what) {
        Account account = open(identity);
        try {
            account.take(first, what);
            return account;
        } catch (BanipException e) {
            account.close();
            throw e;
        }
    }

    /** An account of this identity that holds nothing yet; to be {@linkplain Account#close closed}. */
    Account open(String identity) {
        synchronized (identities) {
            Identity owner = identities.computeIfAbsent(identity, name -> new Identity());
            owner.accounts++;
            return new Account(identity, owner);
        }
    }

    /** The bytes then, or nothing is changed and they would be more than allowed. */
    private static long add(AtomicLong to, long more, long allowed) {
        long before = to.get();
        while (before + more <= allowed && !to.compareAndSet(before, before + more)) {
            before = to.get();
        }
        return before + more;
    }

    private static BanipException refused(String what, long bytesThen, String who, long allowed) {
        return new BanipException(
                ErrorCode.TOO_MUCH_HELD,
                what + " would make " + who + " hold " + bytesThen + " bytes in memory, limit " + allowed);
    }

    /** What one interconnect holds. Guarded by its interconnect. */
    final class Account {
        private final String name;
        private final Identity owner;
        private long bytes;
        private boolean closed;

        private Account(String name, Identity owner) {
            this.name = name;
            this.owner = owner;
        }

        /**
         * Asks for room.
         *
         * @throws BanipException {@code TOO_MUCH_HELD} if the identity or the host would hold too much with these bytes
         */
        void require(long more, String what) {
            requireWithin(owner.held.get() + more, held.get() + more, what);
        }

        /**
         * Asks for room and takes it in one step, so that nobody else is promised the same.
         *
         * @throws BanipException {@code TOO_MUCH_HELD} if the identity or the host would hold too much with these bytes
         */
        void take(long more, String what) {
            long ofIdentity = MemoryQuota.add(owner.held, more, limitPerIdentity);
            requireWithin(ofIdentity, 0, what);
            long ofHost = MemoryQuota.add(held, more, limit);
            if (ofHost > limit) {
                owner.held.addAndGet(-more);
            }
            requireWithin(ofIdentity, ofHost, what);
            bytes += more;
        }

        /** The same for what can be left out: false if there is no room, which counts as no refusal. */
        boolean takeIfThereIs(long more) {
            if (MemoryQuota.add(owner.held, more, limitPerIdentity) > limitPerIdentity) {
                return false;
            }
            if (MemoryQuota.add(held, more, limit) > limit) {
                owner.held.addAndGet(-more);
                return false;
            }
            bytes += more;
            return true;
        }

        private void requireWithin(long ofIdentity, long ofHost, String what) {
            if (ofIdentity > limitPerIdentity) {
                owner.refusals.incrementAndGet();
                throw refused(what, ofIdentity, "this identity", limitPerIdentity);
            }
            if (ofHost > limit) {
                refusals.incrementAndGet();
                throw refused(what, ofHost, "this host", limit);
            }
        }

        /** How often room was refused so far to this identity, or to anyone because the host held too much. Any thread. */
        long refusals() {
            return owner.refusals.get() + refusals.get();
        }

        /** Says how many bytes the interconnect holds now. */
        void holds(long now) {
            if (!closed && now != bytes) {
                add(now - bytes);
            }
        }

        private void add(long more) {
            bytes += more;
            owner.held.addAndGet(more);
            held.addAndGet(more);
        }

        /** The interconnect has ended: it holds nothing any more. */
        void close() {
            if (closed) {
                return;
            }
            add(-bytes);
            closed = true;
            synchronized (identities) {
                owner.accounts--;
                if (owner.accounts == 0) {
                    identities.remove(name);
                }
            }
        }
    }
}

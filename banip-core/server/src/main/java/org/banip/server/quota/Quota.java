package org.banip.server.quota;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A limit per key and sliding window: a greatest number of bytes, sessions or failures of one identity or address in any window of time.
 * Any thread; a call holds one lock for the time of a map access and allocates only for a new key.
 *
 * <p>The window slides: what the window before took counts in proportion to how much of it still lies within the last window's length
 * (the sliding window counter of rate limiters). A key that takes steadily stays at the limit. A key that takes all at once may take twice
 * the limit within one window's length, never more. What was taken counts in full for one window and is forgotten after two.
 *
 * <p>The number of keys is bounded. A new key beyond the bound displaces the key that was used least recently, so that many keys of an
 * attacker never lock others out.
 *
 * @param <K> what is counted for: an identity, an address; needs {@code equals} and {@code hashCode}
 */
public final class Quota<K> {
    private final long limit;
    private final long windowNanos;
    private final LongSupplier nanoClock;
    private final int maxKeys;
    /** In the order of the last call for the key. */
    private final Map<K, Use> uses = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * An unused quota.
     *
     * @param limit most that a key may take in a window, at least 1
     * @param window at least a millisecond
     * @param maxKeys keys that are remembered, at least 1; each takes about 150 bytes
     * @param nanoClock a monotonic clock, for example {@code System::nanoTime}
     */
    public Quota(long limit, Duration window, int maxKeys, LongSupplier nanoClock) {
        if (limit < 1 || window.toMillis() < 1 || maxKeys < 1) {
            throw new IllegalArgumentException("limit " + limit + ", window " + window + ", keys " + maxKeys
                    + ": each must be above 0, the window at least a millisecond");
        }
        this.limit = limit;
        this.windowNanos = window.toNanos();
        this.nanoClock = nanoClock;
        this.maxKeys = maxKeys;
    }

    /** Takes the amount if the key stays within the limit; otherwise takes nothing and returns false. */
    public boolean tryTake(K key, long amount) {
        synchronized (uses) {
            Use use = use(key);
            if (amount > limit - use.total(windowNanos)) {
                return false;
            }
            use.current += amount;
            return true;
        }
    }

    /** Takes the amount, even beyond the limit, if the key has anything left; otherwise takes nothing and returns false. */
    public boolean takeIfAnyLeft(K key, long amount) {
        synchronized (uses) {
            Use use = use(key);
            if (use.total(windowNanos) >= limit) {
                return false;
            }
            use.current = saturated(use.current, amount);
            return true;
        }
    }

    /** Takes the amount even beyond the limit: what has happened already, as a failed log-in. */
    public void take(K key, long amount) {
        synchronized (uses) {
            Use use = use(key);
            use.current = saturated(use.current, amount);
        }
    }

    /** Forgets what the key took. */
    public void reset(K key) {
        synchronized (uses) {
            uses.remove(key);
        }
    }

    /** What the key may still take now, at least 0. */
    public long remaining(K key) {
        synchronized (uses) {
            Use use = uses.get(key);
            if (use == null) {
                return limit;
            }
            use.advance(nanoClock.getAsLong(), windowNanos);
            return Math.max(0, limit - use.total(windowNanos));
        }
    }

    /** Keys that are remembered now. */
    int keys() {
        synchronized (uses) {
            return uses.size();
        }
    }

    private Use use(K key) {
        long now = nanoClock.getAsLong();
        Use use = uses.get(key);
        if (use == null) {
            use = add(key, now);
        }
        use.advance(now, windowNanos);
        return use;
    }

    private Use add(K key, long now) {
        if (uses.size() == maxKeys) {
            Iterator<K> leastRecent = uses.keySet().iterator();
            leastRecent.next();
            leastRecent.remove();
        }
        Use use = new Use(now);
        uses.put(key, use);
        return use;
    }

    private static long saturated(long a, long b) {
        long sum = a + b;
        return sum < a ? Long.MAX_VALUE / 2 : sum;
    }

    /** What one key took in this window and in the one before. */
    private static final class Use {
        private long startedAt;
        private long elapsed;
        private long previous;
        private long current;

        Use(long now) {
            startedAt = now;
        }

        void advance(long now, long window) {
            elapsed = now - startedAt;
            if (elapsed >= 2 * window) {
                previous = 0;
                current = 0;
                startedAt = now;
                elapsed = 0;
            } else if (elapsed >= window) {
                previous = current;
                current = 0;
                startedAt += window;
                elapsed -= window;
            }
        }

        long total(long window) {
            double share = (double) (window - elapsed) / window;
            return saturated(current, (long) Math.ceil(previous * share));
        }
    }
}

package org.banip.mbu.stage;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Knows which threads look a name up. Nothing can end that early, so an MBU that ends does not wait for one that hangs. Any thread. */
public final class NameLookups {
    private static final long HANGS_NANOS = 1_000_000_000L;
    private static final Map<Thread, Long> SINCE = new ConcurrentHashMap<>();

    private NameLookups() {}

    /** This thread begins to look a name up. */
    public static void begins() {
        SINCE.put(Thread.currentThread(), System.nanoTime());
    }

    /** It has ended. */
    public static void ended() {
        SINCE.remove(Thread.currentThread());
    }

    /** Whether a thread has been looking a name up for longer than that usually takes. */
    public static boolean hangs(Thread thread) {
        Long since = SINCE.get(thread);
        return since != null && System.nanoTime() - since > HANGS_NANOS;
    }
}

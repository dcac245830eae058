package org.banip.surrogate.download;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets surrogates of equal jars share one copy of the bytes, for as long as one of them uses it. Each jar is fetched and verified nevertheless.
 * Guarded by itself.
 */
final class SharedContents {
    /** By the SHA-256 of the jar. */
    private final Map<String, WeakReference<Map<String, byte[]>>> inUse = new HashMap<>();

    synchronized SurrogateJar share(SurrogateJar verified) {
        inUse.values().removeIf(reference -> reference.get() == null);
        String digest = verified.digest();
        WeakReference<Map<String, byte[]>> known = inUse.get(digest);
        @Nullable Map<String, byte[]> contents = known == null ? null : known.get();
        if (contents != null) {
            return verified.with(contents);
        }
        inUse.put(digest, new WeakReference<>(verified.contents()));
        return verified;
    }

    /** How many jars are in use. */
    synchronized int size() {
        inUse.values().removeIf(reference -> reference.get() == null);
        return inUse.size();
    }
}

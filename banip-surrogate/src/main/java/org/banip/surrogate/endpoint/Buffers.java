package org.banip.surrogate.endpoint;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Read buffers, one per read that is going on, not one per open request. Any thread. */
final class Buffers {
    private static final int BYTES = 16_384;

    private final ConcurrentLinkedQueue<byte[]> idle = new ConcurrentLinkedQueue<>();

    byte[] take() {
        byte @Nullable [] buffer = idle.poll();
        return buffer == null ? new byte[BYTES] : buffer;
    }

    void giveBack(byte[] buffer) {
        idle.add(buffer);
    }
}

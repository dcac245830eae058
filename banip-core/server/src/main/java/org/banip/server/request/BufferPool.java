package org.banip.server.request;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Read buffers, one for each read that is going on, not one for each open request: thousands of requests are idle. Any thread. */
public final class BufferPool {
    private static final int MOST_IDLE = 64;

    private final int bytes;
    private final ArrayBlockingQueue<ByteBuffer> idle = new ArrayBlockingQueue<>(MOST_IDLE);

    /** An empty pool of buffers of this size. */
    public BufferPool(int bytes) {
        this.bytes = bytes;
    }

    /** An idle buffer, or a new one; it has an array. */
    ByteBuffer take() {
        @Nullable ByteBuffer buffer = idle.poll();
        return buffer == null ? ByteBuffer.allocate(bytes) : buffer;
    }

    /** Gives a buffer back that nobody uses any more. */
    void giveBack(ByteBuffer buffer) {
        boolean unused = idle.offer(buffer);
    }
}

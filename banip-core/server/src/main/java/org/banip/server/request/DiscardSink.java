package org.banip.server.request;

import java.nio.ByteBuffer;

/** Discards what a client still sends after it was answered, up to a limit. */
final class DiscardSink implements RequestBody.Sink {
    private final Runnable atEnd;
    private final Runnable atLimit;
    private long left;

    /** Runs {@code atEnd} if the body ends within the limit, else {@code atLimit}. */
    DiscardSink(long most, Runnable atEnd, Runnable atLimit) {
        this.left = most;
        this.atEnd = atEnd;
        this.atLimit = atLimit;
    }

    @Override
    public void take(ByteBuffer bytes, Runnable done) {
        left -= bytes.remaining();
        if (left < 0) {
            atLimit.run();
        } else {
            done.run();
        }
    }

    @Override
    public void end() {
        atEnd.run();
    }
}

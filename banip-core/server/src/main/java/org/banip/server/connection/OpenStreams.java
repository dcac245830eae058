package org.banip.server.connection;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;

/**
 * Counts the streams of all connections of HTTP/2 that are open and not authenticated, those included that still wait for a thread: where streams come
 * faster than they are served, they are refused before they take memory. Any thread.
 */
final class OpenStreams {
    private final int most;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger authenticated = new AtomicInteger();

    OpenStreams(int most) {
        this.most = most;
    }

    /** A client opens a stream. Returns false if it is refused. */
    boolean opens(Stream stream) {
        if (open.incrementAndGet() - authenticated.get() <= most) {
            return true;
        }
        open.decrementAndGet();
        stream.reset(new ResetFrame(stream.getId(), ErrorCode.REFUSED_STREAM_ERROR.code), Callback.NOOP);
        return false;
    }

    /** A stream that was not refused is closed. */
    void closed() {
        open.decrementAndGet();
    }

    /** The sender of a request has proved who it is. */
    void authenticated() {
        authenticated.incrementAndGet();
    }

    /** Such a request has ended. */
    void authenticatedEnded() {
        authenticated.decrementAndGet();
    }
}

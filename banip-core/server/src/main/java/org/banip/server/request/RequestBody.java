package org.banip.server.request;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request's body, without blocking, into one sink at a time; the next bytes only when the sink has taken those before.
 * Owned by the request's serial executor.
 */
public final class RequestBody implements ReadListener {
    /** Where the bytes of a body go. */
    public interface Sink {
        /** Takes bytes, which are its own until it runs {@code done}, once, from any thread, to ask for more. */
        void take(ByteBuffer bytes, Runnable done);

        /** The body ended as it should. */
        void end();
    }

    private final AsyncRequest call;
    private final int bufferBytes;
    private final boolean expected;

    private byte[] buffer = new byte[0];
    private @Nullable ServletInputStream input;
    private @Nullable Sink sink;
    private boolean busy;
    private boolean ended;

    RequestBody(AsyncRequest call, HttpServletRequest request, int bufferBytes) {
        this.call = call;
        this.bufferBytes = bufferBytes;
        this.expected = isExpected(request);
    }

    /** In HTTP/2 and later a body needs no header that announces it (RFC 9113, section 8.1). */
    private static boolean isExpected(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        boolean unannounced = !request.getProtocol().startsWith("HTTP/1") && "POST".equals(request.getMethod());
        return length > 0 || length < 0 && (request.getHeader("Transfer-Encoding") != null || unannounced);
    }

    /** Whether the request has a body of which something was not read yet. */
    public boolean isUnread() {
        return expected && !ended;
    }

    /** From here on bytes go to this sink; what the one before still holds stays with it. */
    public void readInto(Sink next) {
        sink = next;
        busy = false;
        if (!isUnread()) {
            next.end();
            return;
        }
        buffer = new byte[bufferBytes];
        if (input != null) {
            read();
            return;
        }
        try {
            input = call.request().getInputStream();
            // The container calls onDataAvailable when there is something.
            input.setReadListener(this);
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
    }

    private void read() {
        ServletInputStream from = input;
        Sink to = sink;
        if (from == null || to == null) {
            return;
        }
        try {
            while (!busy && isUnread() && !call.hasEnded() && from.isReady()) {
                int length = from.read(buffer);
                if (length > 0) {
                    busy = true;
                    call.moved();
                    to.take(
                            ByteBuffer.wrap(buffer, 0, length),
                            () -> call.executor().execute(() -> resume(to)));
                } else if (length < 0) {
                    end();
                }
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
    }

    private void resume(Sink from) {
        if (from == sink && busy) {
            busy = false;
            read();
        }
    }

    private void end() {
        if (isUnread() && !call.hasEnded()) {
            ended = true;
            if (sink != null) {
                sink.end();
            }
        }
    }

    @Override
    public void onDataAvailable() {
        call.executor().execute(this::read);
    }

    @Override
    public void onAllDataRead() {
        call.executor().execute(this::end);
    }

    @Override
    public void onError(Throwable failure) {
        call.brokenSaysContainer(failure);
    }
}

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
    private final BufferPool buffers;
    private final boolean expected;
    private final Runnable read = this::read;

    /** Only while a read is going on. */
    private @Nullable ByteBuffer buffer;

    private @Nullable ServletInputStream input;
    private @Nullable Turn turn;
    /** Whether the sink has the buffer. */
    private boolean busy;

    private boolean reading;
    private boolean ended;

    RequestBody(AsyncRequest call, HttpServletRequest request, BufferPool buffers) {
        this.call = call;
        this.buffers = buffers;
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
        turn = new Turn(next);
        if (busy) {
            busy = false;
            buffer = null;
        }
        if (!isUnread()) {
            next.end();
            return;
        }
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

    /** A sink's turn: made once, so that a read makes no objects. */
    private final class Turn implements Runnable {
        final Sink sink;
        private final Runnable resume = this::resume;

        Turn(Sink sink) {
            this.sink = sink;
        }

        /** The sink is done with the buffer; often before it returns, on the thread that reads. */
        @Override
        public void run() {
            if (call.executor().isOwner() && reading) {
                done();
            } else {
                call.executor().execute(resume);
            }
        }

        private void resume() {
            done();
            read();
        }

        private void done() {
            if (this == turn) {
                busy = false;
            }
        }
    }

    private void read() {
        ServletInputStream from = input;
        if (from == null || reading) {
            return;
        }
        reading = true;
        try {
            while (!busy && isUnread() && !call.hasEnded() && from.isReady()) {
                readOnce(from);
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        } finally {
            reading = false;
            giveBack();
        }
    }

    private void readOnce(ServletInputStream from) throws IOException {
        if (buffer == null) {
            buffer = buffers.take();
        }
        ByteBuffer into = buffer;
        Turn to = turn;
        int length = from.read(into.array(), into.arrayOffset(), into.capacity());
        if (length > 0 && to != null) {
            busy = true;
            call.moved();
            to.sink.take(into.clear().limit(length), to);
        } else if (length < 0) {
            end();
        }
    }

    private void giveBack() {
        if (!busy && buffer != null) {
            buffers.giveBack(buffer);
            buffer = null;
        }
    }

    private void end() {
        if (isUnread() && !call.hasEnded()) {
            ended = true;
            if (turn != null) {
                turn.sink.end();
            }
        }
    }

    @Override
    public void onDataAvailable() {
        call.executor().execute(read);
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

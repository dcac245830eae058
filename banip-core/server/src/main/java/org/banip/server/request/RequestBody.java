package org.banip.server.request;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Function;
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

        /** Whether it takes small pieces in about a millisecond, without I/O, so that a thread may do so for which other connections wait. */
        default boolean isBrief() {
            return false;
        }
    }

    /**
     * Request attribute: a {@code Function<RequestBody, ReadListener>}, by which a server takes a listener of its own kind that passes all calls on.
     */
    public static final String LISTENER = "org.banip.server.listener";

    private static final String TRANSFER_ENCODING = "Transfer-Encoding";

    /** A round of reads up to this length is brief. */
    private static final int BRIEF_BYTES = 16_384;
    /** A round that began as a brief one goes on elsewhere after this length. */
    private static final int LONGEST_BRIEF_BYTES = 65_536;
    /** Or after this time. */
    private static final long LONGEST_BRIEF_NANOS = 1_000_000;

    private final AsyncRequest call;
    private final BufferPool buffers;
    private final boolean expected;
    private final Runnable read = this::read;
    private final Runnable round = this::round;

    /** Only while a read is going on. */
    private @Nullable ByteBuffer buffer;

    private @Nullable ServletInputStream input;
    private @Nullable Turn turn;
    /** Whether the sink has the buffer. */
    private boolean busy;

    private boolean reading;
    /** Announced and not read yet; negative if no length was announced. Some containers report the end only at a later read. */
    private long unreadBytes;

    private boolean ended;
    /** Bytes since the container said that there are some. */
    private int roundBytes;

    private long roundBeganNanos;

    /** Whether the container's thread is one that other connections wait for. */
    private volatile boolean handsOver;

    private volatile boolean brief;
    /** Whether the server took a listener of its own kind. */
    private boolean ofServer;

    RequestBody(AsyncRequest call, HttpServletRequest request, BufferPool buffers) {
        this.call = call;
        this.buffers = buffers;
        this.expected = isExpected(request);
        // The last byte is not yet the end of a stream: one that is answered in between would be reset.
        boolean endsWithLastByte = isHttp1(request) && request.getHeader(TRANSFER_ENCODING) == null;
        this.unreadBytes = endsWithLastByte ? request.getContentLengthLong() : -1;
    }

    private static boolean isHttp1(HttpServletRequest request) {
        return request.getProtocol().startsWith("HTTP/1");
    }

    /** In HTTP/2 and later a body needs no header that announces it (RFC 9113, section 8.1). */
    private static boolean isExpected(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        boolean unannounced = !isHttp1(request) && "POST".equals(request.getMethod());
        return length > 0 || length < 0 && (request.getHeader(TRANSFER_ENCODING) != null || unannounced);
    }

    /** Whether the request has a body of which something was not read yet. */
    public boolean isUnread() {
        return isOpen() && unreadBytes != 0;
    }

    /** Whether the sink has yet to be told of the end. */
    private boolean isOpen() {
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
            ended = true;
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
            input.setReadListener(listener());
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
    }

    @SuppressWarnings("unchecked") // the attribute's type, see there
    private ReadListener listener() {
        Object own = call.request().getAttribute(LISTENER);
        ofServer = own != null;
        return own == null ? this : ((Function<RequestBody, ReadListener>) own).apply(this);
    }

    /**
     * Whether the bytes come in small pieces, so that the next {@link #onDataAvailable} will return soon, and may run on a thread that other
     * connections wait for. Any thread.
     */
    public boolean isBrief() {
        return brief;
    }

    /** Whether the sink is given bytes on a thread that other connections wait for. */
    public boolean isBriefRound() {
        return handsOver;
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
            while (!busy && isOpen() && !call.hasEnded() && (unreadBytes == 0 || from.isReady())) {
                readOnce(from);
                if (handsOver && isLong()) {
                    handsOver = false;
                    call.elsewhere(read);
                    return;
                }
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        } finally {
            reading = false;
            giveBack();
        }
    }

    private boolean isLong() {
        return roundBytes > LONGEST_BRIEF_BYTES || System.nanoTime() - roundBeganNanos > LONGEST_BRIEF_NANOS;
    }

    private void readOnce(ServletInputStream from) throws IOException {
        if (unreadBytes == 0) {
            end();
            return;
        }
        if (buffer == null) {
            buffer = buffers.take();
        }
        ByteBuffer into = buffer;
        Turn to = turn;
        int length = read(from, into);
        if (length > 0 && to != null) {
            busy = true;
            call.moved();
            roundBytes += length;
            if (unreadBytes > 0) {
                unreadBytes = Math.max(0, unreadBytes - length);
            }
            brief &= roundBytes <= BRIEF_BYTES;
            to.sink.take(into.clear().limit(length), to);
        } else if (length < 0) {
            end();
        }
    }

    /** Tomcat may end the request between isReady and read, after a reset of the connection. Its stream then has nothing to read from. */
    private static int read(ServletInputStream from, ByteBuffer into) throws IOException {
        try {
            return from.read(into.array(), into.arrayOffset(), into.capacity());
        } catch (NullPointerException e) {
            throw new IllegalStateException("the container has ended the request", e);
        }
    }

    private void giveBack() {
        if (!busy && buffer != null) {
            buffers.giveBack(buffer);
            buffer = null;
        }
    }

    private void end() {
        if (isOpen() && !call.hasEnded()) {
            ended = true;
            if (turn != null) {
                turn.sink.end();
            }
        }
    }

    @Override
    public void onDataAvailable() {
        call.executor().execute(round);
    }

    private void round() {
        handsOver = brief && ofServer;
        // Judged by the round before: Jetty asks when this one is over.
        brief = roundBytes > 0 && roundBytes <= BRIEF_BYTES && turn != null && turn.sink.isBrief();
        roundBytes = 0;
        roundBeganNanos = System.nanoTime();
        read();
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

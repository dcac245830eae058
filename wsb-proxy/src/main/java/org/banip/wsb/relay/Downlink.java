package org.banip.wsb.relay;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.banip.core.interconnect.ContentDigest;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.ResponseOutput;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * Passes the host's answer to the MBU. A chunk is written as soon as it is known whether more follows at once, and flushed unless it does. The last
 * bytes wait until the host's connection is free: an MBU that has the whole answer may send its next request at once, which would need another
 * connection. Owned by the call's serial executor.
 */
final class Downlink {
    /** Headers of the host's answer that are passed to the MBU; the container adds its own. */
    private static final List<String> PASSED_ON = List.of(
            HttpHeader.CONTENT_TYPE.asString(),
            HttpHeader.CONTENT_LENGTH.asString(),
            HttpHeader.CACHE_CONTROL.asString(),
            HttpHeader.RETRY_AFTER.asString(),
            ContentDigest.HEADER);

    /** Receives the end of the answer. */
    interface Listener {
        /** The whole answer has been read. All but its last bytes are written; {@link #finish} writes those. */
        void answerRead();

        /** The host's answer broke off. */
        void broken(Throwable failure);
    }

    private final AsyncRequest call;
    private final Counters counted;
    private final Runnable heard;
    private final Listener listener;
    private final ResponseOutput out;

    private Content.@Nullable Source source;
    /** Not written before it is known what follows. */
    private Content.@Nullable Chunk held;
    /** Released when the next can be written, because the container may still need its bytes. */
    private Content.@Nullable Chunk written;

    private @Nullable Throwable failure;
    private @Nullable Runnable whenFinished;
    private boolean committed;
    private boolean unflushed;
    /** Whether the source had nothing more when it was read last. */
    private boolean drained;

    private boolean last;

    Downlink(AsyncRequest call, Counters counted, Runnable heard, Listener listener) {
        this.call = call;
        this.counted = counted;
        this.heard = heard;
        this.listener = listener;
        out = call.output();
    }

    void begin(Response answer, Content.Source content) {
        call.answering();
        HttpServletResponse response = call.response();
        response.setStatus(answer.getStatus());
        for (String name : PASSED_ON) {
            String value = answer.getHeaders().get(name);
            if (value != null) {
                response.setHeader(name, value);
            }
        }
        if (answer.getStatus() >= HttpServletResponse.SC_BAD_REQUEST
                && call.body().isUnread()) {
            call.closeAfterAnswer();
        }
        call.atEnd(this::release);
        source = content;
        out.writeWith(this::pass);
    }

    private void pass() {
        Content.Source from = source;
        if (from == null) {
            return;
        }
        try {
            while (out.isReady() && step(from)) {
                call.moved();
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
    }

    /** Makes one step, when writing is possible; false if the next step comes by itself, or there is none. */
    private boolean step(Content.Source from) throws IOException {
        if (written != null) {
            written.release();
            written = null;
        }
        if (unflushed) {
            unflushed = false;
            committed = true;
            out.flush();
            return true;
        }
        if (failure != null) {
            listener.broken(failure);
            return false;
        }
        if (drained) {
            drained = false;
            from.demand(() -> call.executor().execute(this::pass));
            return false;
        }
        return last ? stepToEnd() : read(from);
    }

    private boolean read(Content.Source from) throws IOException {
        Content.Chunk next = from.read();
        if (next == null) {
            drained = true;
            writeAndFlush();
            return true;
        }
        if (Content.Chunk.isFailure(next)) {
            failure = next.getFailure();
            writeAndFlush();
            return true;
        }
        last = next.isLast();
        if (next.hasRemaining()) {
            writeHeld();
            held = next;
        } else {
            next.release();
        }
        if (last) {
            listener.answerRead();
        }
        return !last;
    }

    /** Writes what is held; it, or the head alone, goes out at once. */
    private void writeAndFlush() throws IOException {
        unflushed = !committed || held != null && !out.isUnbuffered();
        writeHeld();
    }

    /** Writes the last bytes, then runs the action. */
    void finish(Runnable then) {
        whenFinished = then;
        pass();
    }

    private boolean stepToEnd() throws IOException {
        Runnable then = whenFinished;
        if (then == null) {
            return false;
        }
        if (held != null) {
            writeHeld();
            return true;
        }
        whenFinished = null;
        then.run();
        return false;
    }

    private void writeHeld() throws IOException {
        if (held == null) {
            return;
        }
        written = held;
        held = null;
        ByteBuffer bytes = written.getByteBuffer();
        int length = bytes.remaining();
        counted.bytesDown.add(length);
        heard.run();
        committed |= out.isUnbuffered();
        if (bytes.hasArray()) {
            out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), length);
        } else {
            byte[] copy = new byte[length];
            bytes.get(copy);
            out.write(copy, 0, length);
        }
    }

    /** At the end of the call. A chunk that is still being written is left to the garbage collector: nobody else may get its memory. */
    private void release() {
        if (held != null) {
            held.release();
            held = null;
        }
        written = null;
    }
}

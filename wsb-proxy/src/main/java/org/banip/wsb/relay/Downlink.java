package org.banip.wsb.relay;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.banip.core.interconnect.ContentDigest;
import org.banip.server.request.AsyncRequest;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * Passes the host's answer to the MBU: each chunk is flushed at once, and the next is read when it has been written. Owned by the call's serial
 * executor.
 */
final class Downlink implements WriteListener {
    /** Headers of the host's answer that are passed to the MBU; the container adds its own. */
    private static final List<String> PASSED_ON = List.of(
            HttpHeader.CONTENT_TYPE.asString(),
            HttpHeader.CONTENT_LENGTH.asString(),
            HttpHeader.CACHE_CONTROL.asString(),
            HttpHeader.RETRY_AFTER.asString(),
            ContentDigest.HEADER);

    /** Receives the end of the answer. */
    interface Listener {
        /** The whole answer has been written. */
        void passed();

        /** The host's answer broke off. */
        void broken(Throwable failure);
    }

    private final AsyncRequest call;
    private final Counters counted;
    private final Listener listener;

    private @Nullable ServletOutputStream out;
    private Content.@Nullable Source source;
    private Content.@Nullable Chunk chunk;
    private boolean committed;
    private boolean unflushed;
    private boolean last;

    Downlink(AsyncRequest call, Counters counted, Listener listener) {
        this.call = call;
        this.counted = counted;
        this.listener = listener;
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
            response.setHeader("Connection", "close");
        }
        call.atEnd(this::release);
        try {
            source = content;
            out = response.getOutputStream();
            // The container calls onWritePossible.
            out.setWriteListener(this);
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
    }

    private void pass() {
        ServletOutputStream to = out;
        Content.Source from = source;
        if (to == null || from == null) {
            return;
        }
        try {
            while (!call.hasEnded() && to.isReady() && step(from, to)) {
                call.moved();
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
    }

    /** Makes one step, when writing is possible; false if the next step comes by itself, or there is none. */
    private boolean step(Content.Source from, ServletOutputStream to) throws IOException {
        if (unflushed) {
            unflushed = false;
            committed = true;
            to.flush();
            return true;
        }
        release();
        if (last) {
            listener.passed();
            return false;
        }
        Content.Chunk next = from.read();
        if (next == null) {
            unflushed = !committed;
            if (committed) {
                from.demand(() -> call.executor().execute(this::pass));
            }
            return !committed;
        }
        if (Content.Chunk.isFailure(next)) {
            listener.broken(next.getFailure());
            return false;
        }
        write(next, to);
        return true;
    }

    private void write(Content.Chunk next, ServletOutputStream to) throws IOException {
        chunk = next;
        last = next.isLast();
        ByteBuffer bytes = next.getByteBuffer();
        int length = bytes.remaining();
        if (length == 0) {
            return;
        }
        counted.bytesDown.add(length);
        // The end of the answer flushes what came with it.
        unflushed = !last;
        if (bytes.hasArray()) {
            to.write(bytes.array(), bytes.arrayOffset() + bytes.position(), length);
        } else {
            byte[] copy = new byte[length];
            bytes.get(copy);
            to.write(copy, 0, length);
        }
    }

    private void release() {
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }

    /** Ends the answer, while the request may still go on. */
    void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }

    @Override
    public void onWritePossible() {
        call.executor().execute(this::pass);
    }

    @Override
    public void onError(Throwable failure) {
        call.brokenSaysContainer(failure);
    }
}

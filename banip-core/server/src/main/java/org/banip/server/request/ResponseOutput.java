package org.banip.server.request;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a response without blocking, for one writer. All of broker and host write through it, because a client that does not read must never stop
 * a thread. It listens to the container from the beginning of the request, so that the first write needs no other thread. Owned by the request's
 * serial executor.
 */
public final class ResponseOutput implements WriteListener {
    /** Request attribute, set by a server that writes at once what it is given. */
    public static final String UNBUFFERED = "org.banip.server.unbuffered";

    private final AsyncRequest call;
    private final boolean unbuffered;
    private final Runnable possible = this::possible;

    private @Nullable ServletOutputStream out;
    /** Until the container first says that it can be written to, it may itself be writing the head. */
    private boolean begun;

    private Runnable writer = () -> {};

    ResponseOutput(AsyncRequest call) {
        this.call = call;
        unbuffered = call.request().getAttribute(UNBUFFERED) != null;
    }

    /** Called once, on the container's thread that brought the request. */
    void listen(HttpServletResponse response) {
        try {
            out = response.getOutputStream();
            out.setWriteListener(this);
        } catch (IOException | IllegalStateException e) {
            call.executor().execute(() -> call.broken(e));
        }
    }

    /** Runs this writer as soon as it can write, and again after each time that {@link #isReady} was false. It replaces the writer before. */
    public void writeWith(Runnable next) {
        writer = next;
        if (begun) {
            call.executor().execute(next);
        }
    }

    /** Whether a write would not block; always false after the end of the request. The writer must ask before each write and each flush. */
    public boolean isReady() {
        return begun && !call.hasEnded() && takesBytes();
    }

    /** Whether the last bytes of a broken request can be written without blocking. */
    boolean takesBytes() {
        return out != null && out.isReady();
    }

    /** Writes these bytes, or keeps them until the socket takes them. */
    public void write(byte[] bytes, int from, int length) throws IOException {
        opened().write(bytes, from, length);
    }

    /** Sends what the container keeps. */
    public void flush() throws IOException {
        opened().flush();
    }

    /** Ends the answer, while the request may still go on. */
    public void close() throws IOException {
        opened().close();
    }

    private ServletOutputStream opened() throws IOException {
        if (out == null) {
            throw new IOException("the response has no output");
        }
        return out;
    }

    /** Whether the container keeps nothing back that a flush would send. */
    public boolean isUnbuffered() {
        return unbuffered;
    }

    @Override
    public void onWritePossible() {
        call.executor().execute(possible);
    }

    private void possible() {
        begun = true;
        if (!call.hasEnded()) {
            writer.run();
        }
    }

    @Override
    public void onError(Throwable failure) {
        call.brokenSaysContainer(failure);
    }
}

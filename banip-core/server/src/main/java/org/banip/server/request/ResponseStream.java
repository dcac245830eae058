package org.banip.server.request;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes an answer without end, without blocking: asks its source for bytes when it can write some, and flushes each write. A client that does
 * not read is not asked for, so it costs what its source keeps. Owned by the request's serial executor, but for {@link #wake}.
 */
public final class ResponseStream implements WriteListener {
    /** Where the bytes come from. */
    public interface Source {
        /**
         * Must call {@link ResponseStream#write} once, now or later, on the request's serial executor, with what there is to be written. It is
         * asked again after a write that was not empty, and after {@link ResponseStream#wake}.
         */
        void collect(ResponseStream to);
    }

    private final AsyncRequest call;
    private final Source source;
    private final Runnable wanted = this::wanted;
    private final Runnable pass = this::pass;

    private @Nullable ServletOutputStream out;
    /** Until the container first says that it can be written to, it may itself be writing the head. */
    private boolean begun;

    /** Whether the source may have something. */
    private boolean more = true;

    /** Whether the source was asked and has not answered. */
    private boolean asked;

    private boolean passing;
    private boolean unflushed;
    private boolean last;

    /** A stream that is not yet {@linkplain #begin begun}. */
    public ResponseStream(AsyncRequest call, Source source) {
        this.call = call;
        this.source = source;
    }

    /** Takes over the answer, whose head is set. */
    public void begin() {
        call.answering();
        try {
            out = call.response().getOutputStream();
            // The container calls onWritePossible.
            out.setWriteListener(this);
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
    }

    /** There may be something to write. Any thread. */
    public void wake() {
        call.executor().execute(wanted);
    }

    private void wanted() {
        more = true;
        pass();
    }

    /** What the source has: nothing, if {@code length} is 0. After the {@code end} the answer ends in order. */
    public void write(byte[] bytes, int length, boolean end) {
        asked = false;
        last = end;
        ServletOutputStream to = out;
        if (to == null || call.hasEnded()) {
            return;
        }
        try {
            if (length > 0) {
                to.write(bytes, 0, length);
                unflushed = true;
                more = true;
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
        pass();
    }

    private void pass() {
        ServletOutputStream to = out;
        if (to == null || !begun || passing) {
            return;
        }
        passing = true;
        try {
            while (hasWork() && to.isReady()) {
                step(to);
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        } finally {
            passing = false;
        }
    }

    private boolean hasWork() {
        return !call.hasEnded() && (unflushed || last || more && !asked);
    }

    private void step(ServletOutputStream to) throws IOException {
        if (unflushed) {
            unflushed = false;
            to.flush();
            call.moved();
        } else if (last) {
            call.complete();
        } else {
            more = false;
            asked = true;
            source.collect(this);
        }
    }

    @Override
    public void onWritePossible() {
        begun = true;
        call.executor().execute(pass);
    }

    @Override
    public void onError(Throwable failure) {
        call.brokenSaysContainer(failure);
    }
}

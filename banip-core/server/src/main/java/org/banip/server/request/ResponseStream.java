package org.banip.server.request;

import java.io.IOException;

/**
 * Writes an answer without end, without blocking: asks its source for bytes when it can write some, and each write goes out at once. A client that
 * does not read is not asked for, so it costs what its source keeps. Owned by the request's serial executor, but for {@link #wake}.
 */
public final class ResponseStream {
    /** Where the bytes come from. */
    public interface Source {
        /**
         * Must call {@link ResponseStream#write} once, now or later, on the request's serial executor, with what there is to be written. It is
         * asked again after {@link ResponseStream#wake}, which it calls itself if it has more than it wrote.
         */
        void collect(ResponseStream to);
    }

    private final AsyncRequest call;
    private final Source source;
    private final Runnable wanted = this::wanted;
    private final Runnable pass = this::pass;
    private final ResponseOutput out;
    private final Runnable atEnd;

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
        this(call, source, call::complete);
    }

    /** The same; {@code atEnd} ends the answer. */
    public ResponseStream(AsyncRequest call, Source source, Runnable atEnd) {
        this.call = call;
        this.source = source;
        this.atEnd = atEnd;
        out = call.output();
    }

    /** Takes over the answer, whose head is set. */
    public void begin() {
        call.answering();
        begun = true;
        out.writeWith(pass);
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
        if (call.hasEnded()) {
            return;
        }
        try {
            if (length > 0) {
                out.write(bytes, 0, length);
                unflushed = !out.isUnbuffered();
                call.moved();
            }
        } catch (IOException | IllegalStateException e) {
            call.broken(e);
        }
        pass();
    }

    private void pass() {
        if (!begun || passing) {
            return;
        }
        passing = true;
        try {
            while (hasWork() && out.isReady()) {
                step();
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

    private void step() throws IOException {
        if (unflushed) {
            unflushed = false;
            out.flush();
            call.moved();
        } else if (last) {
            last = false;
            more = false;
            atEnd.run();
        } else {
            more = false;
            asked = true;
            source.collect(this);
        }
    }
}

package org.banip.surrogate.wire;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;

/** An open reverse channel, read frame by frame on the test's thread. */
public final class ReverseWire implements AutoCloseable {
    private final HttpWire wire;
    private final WireAnswer head;
    private final List<Control> decoded = new ArrayList<>();
    private final FrameDecoder decoder =
            new FrameDecoder(List.of(), new boolean[0], Frames.collecting(decoded), "the reverse channel");
    private final ArrayDeque<Control> frames = new ArrayDeque<>();

    /** Opens one. */
    public ReverseWire(URI base, String surrogate, Map<String, String> headers) throws IOException {
        this(begun(base, surrogate, headers));
    }

    /** The answer of a request that has begun. */
    public ReverseWire(HttpWire wire) throws IOException {
        this.wire = wire;
        head = wire.answerHead();
    }

    private static HttpWire begun(URI base, String surrogate, Map<String, String> headers) throws IOException {
        HttpWire wire = new HttpWire(base, headers);
        wire.begin("GET", surrogate + "/reverse");
        return wire;
    }

    /** The head of the answer. */
    public WireAnswer head() {
        return head;
    }

    /** The next frame. */
    public Control next() throws IOException {
        while (frames.isEmpty()) {
            byte[] chunk = wire.readChunk();
            if (chunk.length == 0) {
                throw new java.io.EOFException("the reverse channel ended");
            }
            decoder.feed(chunk, 0, chunk.length);
            frames.addAll(decoded);
            decoded.clear();
        }
        return frames.remove();
    }

    /** The next frame of this type, others are passed over. */
    public <T extends Control> T next(Class<T> type, Predicate<T> wanted) throws IOException {
        while (true) {
            Control frame = next();
            if (type.isInstance(frame) && wanted.test(type.cast(frame))) {
                return type.cast(frame);
            }
        }
    }

    /** Waits until everything before this number of the group is acknowledged. */
    public void awaitAcknowledged(int group, long next) throws IOException {
        next(Control.Acknowledgement.class, frame -> frame.nextSequences()[group] >= next);
    }

    /** Passes over all frames to the end of the answer. */
    public void awaitEnd() throws IOException {
        try {
            while (true) {
                next();
            }
        } catch (java.io.EOFException e) {
            // This is what was waited for.
        }
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}

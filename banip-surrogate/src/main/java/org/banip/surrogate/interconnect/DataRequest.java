package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * One open data request of an interconnect: its frame decoder, and what it waits for. What the endpoint calls may be called on
 * any thread, one call at a time; everything else is guarded by the interconnect's lock.
 */
public final class DataRequest {
    /** What takes the bytes and frames of data requests: the receive path. */
    interface Receiver {
        /** Bytes of a body; whether to go on reading at once. */
        boolean take(DataRequest request, byte[] bytes, int offset, int length);

        /** The body ended in an orderly way. */
        void end(DataRequest request);

        /** Nothing more of the request counts. */
        void close(DataRequest request);

        /** A packet or gap, in the course of {@link #take}. */
        void session(DataRequest request, Sequenced item);

        /** A control frame, in the course of {@link #take}. */
        void control(DataRequest request, Control frame);
    }

    /** Most time answers that wait for the end of a body. */
    private static final int MAX_TIMES = 16;

    private final Receiver path;
    private final DataPeer peer;
    private final FrameDecoder decoder;
    /** Per group the number up to which the record must reach before the answer. */
    private final long[] brought;

    private final List<PendingTime> times = new ArrayList<>();
    private boolean open = true;
    private boolean bodyEnded;
    private boolean dirty;
    private int pendingBytes;
    private long lastFrameNanos;
    private long firstPendingNanos;

    DataRequest(
            Receiver path,
            DataPeer peer,
            List<@Nullable PacketHeader> lastKnown,
            boolean[] stateless,
            long nowNanos,
            String where) {
        this.path = path;
        this.peer = peer;
        brought = new long[stateless.length];
        lastFrameNanos = nowNanos;
        decoder = new FrameDecoder(lastKnown, stateless, new Frames(), where);
    }

    /**
     * Takes bytes of the body.
     *
     * @return whether to go on reading at once; if not, the peer is told when, or that the request failed
     */
    public boolean take(byte[] bytes, int offset, int length) {
        return path.take(this, bytes, offset, length);
    }

    /** The body ended in an orderly way; the peer is told to answer when everything in it is durable. */
    public void end() {
        path.end(this);
    }

    /** The connection broke, or the answer was given: nothing more of this request counts. */
    public void close() {
        path.close(this);
    }

    DataPeer peer() {
        return peer;
    }

    FrameDecoder decoder() {
        return decoder;
    }

    boolean open() {
        return open;
    }

    void shut() {
        open = false;
    }

    boolean bodyEnded() {
        return bodyEnded;
    }

    void bodyEndedNow() {
        bodyEnded = true;
    }

    void bring(Sequenced item) {
        int group = item.group();
        brought[group] = Math.max(brought[group], item.nextSequence());
    }

    long brought(int group) {
        return brought[group];
    }

    List<PendingTime> times() {
        return times;
    }

    void keep(PendingTime time) {
        if (times.size() < MAX_TIMES) {
            times.add(time);
        }
    }

    /** Takes note of what the last bytes left behind: a frame that began, or none. */
    void touched(long nowNanos, boolean frameCompleted) {
        boolean pending = decoder.pendingBytes() > 0;
        if (frameCompleted) {
            lastFrameNanos = nowNanos;
        }
        if (pending && (!dirty || frameCompleted)) {
            firstPendingNanos = nowNanos;
        }
        dirty = pending;
        pendingBytes = decoder.pendingBytes();
    }

    /** Bytes of an incomplete frame that were held after the last bytes came. */
    int pendingBytes() {
        return pendingBytes;
    }

    /** How long an incomplete frame has been waiting for its end; 0 if there is none. */
    long incompleteForNanos(long nowNanos) {
        return dirty && !bodyEnded ? nowNanos - firstPendingNanos : 0;
    }

    /** The host, not the MBU, held the body up until now. */
    void heldUpUntil(long nowNanos) {
        firstPendingNanos = nowNanos;
    }

    long lastFrameNanos() {
        return lastFrameNanos;
    }

    /** Hands the frames of this body to the path. */
    private final class Frames implements FrameHandler {
        @Override
        public void sequenced(Sequenced item) {
            path.session(DataRequest.this, item);
        }

        @Override
        public void control(Control frame) {
            path.control(DataRequest.this, frame);
        }
    }
}

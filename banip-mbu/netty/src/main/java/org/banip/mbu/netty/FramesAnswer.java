package org.banip.mbu.netty;

import java.io.IOException;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.Uplink.PolledBody;

/** An answer made of the host's frames. */
final class FramesAnswer extends Answer {
    /** Hears of the end of an answer. */
    interface Listener {
        /** The answer has ended in order, and all its frames were read. */
        void ended() throws IOException;

        /** Another status came, with this error. */
        default void refused(int status, Exception error) {}

        /** The answer has ended because of this. */
        void failed(Throwable reason);
    }

    private final PolledBody.HostFrames frames;
    private final Listener listener;
    private Runnable onHeard = () -> {};
    private boolean heard;
    private long lastNanos = System.nanoTime();

    FramesAnswer(String request, PolledBody.HostFrames frames, Listener listener) {
        super(200, Protocol.FRAMES_TYPE, request);
        this.frames = frames;
        this.listener = listener;
    }

    @Override
    void bytes(byte[] bytes) {
        if (!heard) {
            heard = true;
            onHeard.run();
        }
        lastNanos = System.nanoTime();
        frames.feed(bytes, 0, bytes.length);
    }

    @Override
    void ended(String text) throws IOException {
        frames.end();
        listener.ended();
    }

    @Override
    void refused(int seenStatus, Exception error) {
        listener.refused(seenStatus, error);
    }

    @Override
    void failed(Throwable reason) {
        listener.failed(reason);
    }

    /** Sets what happens when the first byte of the host's frames has come. */
    void onHeard(Runnable action) {
        onHeard = action;
    }

    /** Whether a byte of the host's frames has come. */
    boolean heard() {
        return heard;
    }

    /** How long nothing has come. */
    long silentNanos() {
        return System.nanoTime() - lastNanos;
    }
}

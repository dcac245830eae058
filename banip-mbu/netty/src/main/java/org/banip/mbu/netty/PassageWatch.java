package org.banip.mbu.netty;

import java.util.Collections;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.Uplink.PolledBody.HostFrames;

/**
 * Sees in the host's frames that a body gets through to the host while it goes on. Each exchange begins with a time request, which the host answers
 * on this way, and at once. An acknowledgement would tell less: it may be of packets that went by another path.
 */
final class PassageWatch implements HostFrames, FrameHandler {
    private final HostFrames frames;
    private final Runnable passed;
    private final FrameDecoder decoder =
            new FrameDecoder(Collections.emptyList(), new boolean[0], this, "the reverse channel");
    private boolean over;

    /**
     * Passes the frames on.
     *
     * @param passed is called once
     */
    PassageWatch(HostFrames frames, Runnable passed) {
        this.frames = frames;
        this.passed = passed;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        frames.feed(bytes, offset, length); // finds all faults first
        if (!over) {
            decoder.feed(bytes, offset, length);
        }
    }

    @Override
    public void end() {
        frames.end();
    }

    @Override
    public void sequenced(Sequenced item) {}

    @Override
    public void control(Control frame) {
        if (frame instanceof Control.TimeAnswer && !over) {
            over = true;
            passed.run();
        }
    }
}

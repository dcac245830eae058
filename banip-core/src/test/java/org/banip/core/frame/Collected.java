package org.banip.core.frame;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/** Collects the frames that a decoder finds, in order. */
final class Collected implements FrameHandler {
    private final List<Object> frames = new ArrayList<>();

    @Override
    public void sequenced(Sequenced item) {
        frames.add(item);
    }

    @Override
    public void control(Control frame) {
        frames.add(frame);
    }

    List<Object> frames() {
        return frames;
    }

    /** A decoder without references that passes its frames to this handler. */
    FrameDecoder decoder(boolean... stateless) {
        return new FrameDecoder(noneKnown(stateless.length), stateless, this, "test");
    }

    static FrameEncoder encoder(boolean... stateless) {
        return new FrameEncoder(noneKnown(stateless.length), stateless);
    }

    static List<@Nullable PacketHeader> noneKnown(int groups) {
        return Collections.nCopies(groups, null);
    }

    /** The bytes of packets, gaps and control frames. */
    static byte[] encode(List<?> frames, boolean... stateless) {
        FrameBuffer out = new FrameBuffer(0);
        FrameEncoder encoder = encoder(stateless);
        for (Object frame : frames) {
            if (frame instanceof Sequenced item) {
                encoder.encode(item, out);
            } else {
                FrameEncoder.encode((Control) frame, out);
            }
        }
        return out.toByteArray();
    }
}

package org.banip.core.frame;

import org.banip.core.packet.Sequenced;

/** Receives the frames that a {@link FrameDecoder} finds, in order, on the thread that feeds it. */
public interface FrameHandler {
    /** A packet or a gap, checksum verified. */
    void sequenced(Sequenced item);

    /** A control frame, checksum verified. */
    void control(Control frame);
}

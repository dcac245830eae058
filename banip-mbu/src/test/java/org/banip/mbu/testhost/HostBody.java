package org.banip.mbu.testhost;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/** A body of a data request that is being read. Guarded by its session, except for the decoder. */
final class HostBody implements FrameHandler {
    private final HostSession session;
    private final FrameDecoder decoder;
    /** What waits for the end of this body or for a reverse channel. */
    final List<Control> answers = new ArrayList<>();

    boolean hasItems;

    HostBody(HostSession session, List<@Nullable PacketHeader> known, boolean[] stateless) {
        this.session = session;
        decoder = new FrameDecoder(known, stateless, this, "test host");
    }

    /** Guarded by itself. */
    FrameDecoder decoder() {
        return decoder;
    }

    @Override
    public void sequenced(Sequenced item) {
        session.take(item, this);
    }

    @Override
    public void control(Control frame) {
        session.take(frame, answers);
    }
}

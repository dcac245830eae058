package org.banip.mbu.interconnect;

import java.io.IOException;
import java.time.Duration;
import org.banip.mbu.spi.FrameSource;

/** What the request bodies of one exchange share. Belongs to the sending thread. */
interface Exchange extends FrameSource {
    /** Limits what is under way in all bodies together. */
    SendWindow window();

    /** How many sequence numbers a packet may be ahead of what the host has stored. */
    int reorderWindow();

    /** Whether the host knows that groups can be retired. */
    boolean retiring();

    /** Whether a time request may be sent now. */
    boolean mayAskForTime();

    /** Fails if the exchange was broken off. */
    @Override
    void checkUnbroken() throws IOException;

    /** Whether the bodies end when nothing is left for them. */
    boolean isFinishing();

    /** Whether it ends now, in order, although more will be sent on another one. */
    boolean paused();

    /** Nanoseconds since the epoch, by the steady clock. */
    long now();

    Duration keepAlive();
}

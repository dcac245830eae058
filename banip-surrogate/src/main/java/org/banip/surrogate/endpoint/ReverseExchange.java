package org.banip.surrogate.endpoint;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.interconnect.Interconnect;
import org.banip.surrogate.interconnect.ReverseChannel;
import org.banip.surrogate.interconnect.ReversePeer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP half of a reverse channel: an answer without end, written without blocking and flushed after each write. */
final class ReverseExchange extends Exchange implements WriteListener, ReversePeer {
    private static final Logger LOG = LoggerFactory.getLogger(ReverseExchange.class);

    private final ServletOutputStream out;
    private final FrameBuffer frames = new FrameBuffer(256);
    private final OneAtATime writing = new OneAtATime(this::write);
    private volatile @Nullable ReverseChannel channel;
    /** Before the listener is set nobody writes. */
    private volatile boolean started;

    private boolean unflushed;
    private boolean ending;

    ReverseExchange(HttpServletRequest request, HttpServletResponse response) throws IOException {
        super(request, response, 0);
        out = response.getOutputStream();
    }

    void begin(Interconnect interconnect) {
        listen();
        channel = interconnect.openReverseChannel(this);
        response().setContentType(Protocol.FRAMES_TYPE);
        response().setHeader("Cache-Control", "no-store");
        out.setWriteListener(this);
        started = true;
    }

    @Override
    public void onWritePossible() {
        writing.run();
    }

    @Override
    public void ready() {
        if (started) {
            writing.run();
        }
    }

    private void write() {
        try {
            while (!completed() && out.isReady()) {
                if (unflushed) {
                    unflushed = false;
                    out.flush();
                } else if (ending) {
                    complete();
                } else if (!writeFrames()) {
                    return;
                }
            }
        } catch (IOException | IllegalStateException e) {
            onError(e);
        }
    }

    private boolean writeFrames() throws IOException {
        frames.clear();
        ReverseChannel open = channel;
        ending = open == null || !open.collect(frames);
        if (frames.length() > 0) {
            out.write(frames.bytes(), 0, frames.length());
            unflushed = true;
        }
        return unflushed || ending;
    }

    @Override
    public void onError(Throwable cause) {
        LOG.debug("the connection of a reverse channel broke", cause);
        complete();
    }

    @Override
    protected void ended() {
        ReverseChannel open = channel;
        if (open != null) {
            open.close();
        }
    }
}

package org.banip.surrogate.endpoint;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.banip.core.error.BanipException;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.interconnect.HostInterconnect;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.OpenReverseChannel;
import org.banip.surrogate.interconnect.ReversePeer;
import org.jspecify.annotations.Nullable;

/** The HTTP half of a reverse channel: an answer without end, written without blocking and flushed after each write. */
final class ReverseExchange extends Exchange implements WriteListener, ReversePeer {
    private final ServletOutputStream out;
    private final FrameBuffer frames = new FrameBuffer(256);
    private volatile @Nullable OpenReverseChannel channel;
    private boolean unflushed;
    private boolean ending;

    ReverseExchange(HttpServletRequest request, HttpServletResponse response, HostParts parts) throws IOException {
        super(request, response, 0, parts.workers());
        out = response.getOutputStream();
    }

    void begin(HostInterconnect interconnect) throws IOException {
        listen();
        try {
            channel = interconnect.openReverseChannel(this);
        } catch (BanipException e) {
            Answers.error(response(), e);
            start();
            breakOff();
            return;
        }
        response().setContentType(Protocol.FRAMES_TYPE);
        response().setHeader("Cache-Control", "no-store");
        out.setWriteListener(this);
    }

    @Override
    public void onWritePossible() {
        start();
        go();
    }

    @Override
    public void ready() {
        go();
    }

    @Override
    public void onError(Throwable cause) {
        breakOff();
    }

    @Override
    protected void step() throws IOException {
        boolean more = true;
        while (more && !completed() && out.isReady()) {
            if (unflushed) {
                unflushed = false;
                out.flush();
            } else if (ending) {
                complete();
            } else {
                more = writeFrames();
            }
        }
    }

    private boolean writeFrames() throws IOException {
        frames.clear();
        OpenReverseChannel open = channel;
        ending = open == null || !open.collect(frames);
        if (frames.length() > 0) {
            out.write(frames.bytes(), 0, frames.length());
            unflushed = true;
        }
        return unflushed || ending;
    }

    @Override
    protected void ended() {
        OpenReverseChannel open = channel;
        if (open != null) {
            open.close();
        }
    }
}

package org.banip.surrogate.endpoint;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.banip.core.error.BanipException;
import org.banip.surrogate.interconnect.DataPeer;
import org.banip.surrogate.interconnect.DataRequest;
import org.banip.surrogate.interconnect.HostInterconnect;
import org.banip.surrogate.interconnect.HostParts;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP half of a data request: reads without blocking, stops reading when there is no room, answers when all is durable.
 *
 * <p>After an error answer the rest of the body is read and thrown away for a moment: a connection closed with unread bytes is
 * reset, and the sender would never see the answer.
 */
final class DataExchange extends Exchange implements ReadListener, DataPeer {
    private static final long LINGER_MILLIS = 2000;

    private final ServletInputStream in;
    private final Buffers buffers;
    private final HostParts parts;

    /** Null when the request was refused before it began. */
    private volatile @Nullable DataRequest request;

    private volatile byte @Nullable [] answer;
    private volatile @Nullable BanipException failure;
    private volatile boolean heldUp;
    private volatile boolean lingeredEnough;

    private boolean answered;
    private boolean bodyEnded;

    DataExchange(HttpServletRequest request, HttpServletResponse response, HostParts parts, Buffers buffers)
            throws IOException {
        super(request, response, 0, parts.workers());
        in = request.getInputStream();
        this.parts = parts;
        this.buffers = buffers;
    }

    /** Reads the body into an interconnect. */
    void begin(HostInterconnect interconnect) {
        try {
            request = interconnect.openDataRequest(this);
        } catch (BanipException e) {
            refuse(e);
            return;
        }
        listen();
        in.setReadListener(this);
        start();
    }

    /** Answers with an error, whatever the body. */
    void refuse(BanipException cause) {
        listen();
        failure = cause;
        in.setReadListener(this);
        start();
        // Not one byte of the body may come.
        go();
    }

    @Override
    public void onDataAvailable() {
        go();
    }

    @Override
    public void onAllDataRead() {
        go();
    }

    @Override
    public void onError(Throwable cause) {
        breakOff();
    }

    @Override
    public void resume() {
        heldUp = false;
        go();
    }

    @Override
    public void answer(byte[] frames) {
        answer = frames;
        go();
    }

    @Override
    public void fail(BanipException cause) {
        failure = cause;
        go();
    }

    @Override
    protected void step() throws IOException {
        BanipException cause = failure;
        byte[] frames = answer;
        if (!answered && cause != null) {
            answerError(cause);
        } else if (!answered && frames != null) {
            answered = true;
            Answers.frames(response(), frames);
            complete();
            return;
        }
        read();
        if (answered && (bodyEnded || lingeredEnough)) {
            complete();
        }
    }

    private void answerError(BanipException cause) throws IOException {
        answered = true;
        response().setHeader("Connection", "close");
        Answers.error(response(), cause);
        response().flushBuffer();
        parts.workers().later(LINGER_MILLIS, this::lingerNoLonger);
    }

    private void lingerNoLonger() {
        lingeredEnough = true;
        go();
    }

    private void read() throws IOException {
        byte[] buffer = buffers.take();
        try {
            while (mayRead() && !in.isFinished() && in.isReady()) {
                int count = in.read(buffer);
                if (count > 0 && !answered) {
                    take(buffer, count);
                }
            }
        } finally {
            buffers.giveBack(buffer);
        }
        if (in.isFinished()) {
            endBody();
        }
    }

    /** Not while held up; and not while an error waits to be answered. */
    private boolean mayRead() {
        return answered ? !lingeredEnough : !heldUp && failure == null;
    }

    private void take(byte[] buffer, int count) {
        DataRequest open = request;
        // Said before it is so: the news that it is over may come at once.
        heldUp = true;
        if (open != null && open.take(buffer, 0, count)) {
            heldUp = false;
        }
    }

    private void endBody() {
        DataRequest open = request;
        if (!bodyEnded && !answered && open != null) {
            open.end();
        }
        bodyEnded = true;
    }

    @Override
    protected void ended() {
        DataRequest open = request;
        if (open != null) {
            open.close();
        }
    }
}

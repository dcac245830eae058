package org.banip.surrogate.endpoint;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.error.BanipException;
import org.banip.surrogate.interconnect.DataPeer;
import org.banip.surrogate.interconnect.DataRequest;
import org.banip.surrogate.interconnect.Interconnect;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP half of a data request: reads without blocking, stops reading when there is no room, answers when all is durable.
 *
 * <p>After an error answer the rest of the body is read and thrown away for a moment: a connection closed with unread bytes is
 * reset, and the sender would never see the answer.
 */
final class DataExchange extends Exchange implements ReadListener, DataPeer {
    private static final Logger LOG = LoggerFactory.getLogger(DataExchange.class);
    private static final long LINGER_MILLIS = 2000;

    private final ServletInputStream in;
    private final Buffers buffers;
    private final ScheduledExecutorService timer;
    private final OneAtATime reading = new OneAtATime(this::read);
    private final AtomicBoolean bodyEnded = new AtomicBoolean();
    private final AtomicBoolean answered = new AtomicBoolean();
    /** Null when the request was refused before it began. */
    private volatile @Nullable DataRequest request;

    DataExchange(
            HttpServletRequest request, HttpServletResponse response, Buffers buffers, ScheduledExecutorService timer)
            throws IOException {
        super(request, response, 0);
        in = request.getInputStream();
        this.buffers = buffers;
        this.timer = timer;
    }

    /** Reads the body into an interconnect. */
    void begin(Interconnect interconnect) {
        listen();
        try {
            request = interconnect.openDataRequest(this);
        } catch (BanipException e) {
            fail(e);
        }
        in.setReadListener(this);
    }

    /** Answers with an error, whatever the body. */
    void refuse(BanipException cause) {
        listen();
        fail(cause);
        in.setReadListener(this);
    }

    @Override
    public void onDataAvailable() {
        reading.run();
    }

    @Override
    public void resume() {
        reading.run();
    }

    private void read() {
        byte[] buffer = buffers.take();
        try {
            boolean goOn = true;
            while (goOn && !completed() && !in.isFinished() && in.isReady()) {
                int count = in.read(buffer);
                goOn = count >= 0 && consume(buffer, count);
            }
            if (in.isFinished()) {
                onAllDataRead();
            }
        } catch (IOException | IllegalStateException e) {
            onError(e);
        } finally {
            buffers.giveBack(buffer);
        }
    }

    private boolean consume(byte[] buffer, int count) {
        DataRequest open = request;
        return answered.get() || open == null || open.take(buffer, 0, count) || answered.get();
    }

    @Override
    public void onAllDataRead() {
        if (!bodyEnded.compareAndSet(false, true)) {
            return;
        }
        DataRequest open = request;
        if (answered.get()) {
            complete();
        } else if (open != null) {
            open.end();
        }
    }

    @Override
    public void answer(byte[] frames) {
        if (answered.compareAndSet(false, true)) {
            try {
                Answers.frames(response(), frames);
            } catch (IOException | IllegalStateException e) {
                LOG.debug("the answer could not be given", e);
            }
            complete();
        }
    }

    @Override
    public void fail(BanipException cause) {
        if (!answered.compareAndSet(false, true)) {
            return;
        }
        try {
            response().setHeader("Connection", "close");
            Answers.error(response(), cause);
            response().flushBuffer();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("the error could not be answered", e);
            complete();
        }
        linger();
    }

    private void linger() {
        if (bodyEnded.get()) {
            complete();
            return;
        }
        try {
            Future<?> unused = timer.schedule(this::complete, LINGER_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            complete();
        }
        // Before the listener is set the container itself begins to read.
        if (request != null) {
            reading.run();
        }
    }

    @Override
    public void onError(Throwable cause) {
        LOG.debug("the connection of a data request broke", cause);
        complete();
    }

    @Override
    protected void ended() {
        DataRequest open = request;
        if (open != null) {
            open.close();
        }
    }
}

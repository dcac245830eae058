package org.banip.surrogate.endpoint;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.interconnect.Workers;
import org.slf4j.Logger;

/**
 * One asynchronous request and its response. All that touches them is done in steps, one at a time: whoever has news leaves it
 * in a volatile field and asks for a {@link #step}. So the container never sees two threads in one request.
 *
 * <p>Nor does it see anybody in a request that it has taken back: it gives requests and buffers to the next connection, and what
 * is done to them late is done to that one. Its last word about a request therefore waits for a step under way.
 */
public abstract class Exchange implements AsyncListener {
    private static final Logger LOG = ServerLog.of(Exchange.class);

    private static final long BROKEN_MILLIS = 1000;

    private final HttpServletResponse response;
    private final AsyncContext context;
    private final Workers workers;
    private final OneAtATime steps = new OneAtATime(this::guardedStep);
    private final ReentrantLock stepping = new ReentrantLock();
    private final AtomicBoolean released = new AtomicBoolean();
    /** Before that nobody reads or writes. */
    private volatile boolean started;

    private volatile boolean useless;

    /** Guarded by {@code stepping}, as the next. */
    private boolean broken;

    private boolean completed;

    /** Begins; {@code timeoutMillis} 0 means that nobody but the protocol's own liveness ends it. */
    protected Exchange(HttpServletRequest request, HttpServletResponse response, long timeoutMillis, Workers workers) {
        this.response = response;
        this.workers = workers;
        context = request.startAsync(request, response);
        context.setTimeout(timeoutMillis);
    }

    /** From here on the container may call; by the thread that serves the request, before it sets other listeners. */
    protected final void listen() {
        context.addListener(this);
    }

    /**
     * Allows steps. Who reads does so at the end of serving; who writes waits until the container first says that it may: until
     * then a container may itself be writing the head.
     */
    protected final void start() {
        started = true;
    }

    /** The response. */
    protected final HttpServletResponse response() {
        return response;
    }

    /** Asks for a step, on this thread unless another is at it. */
    protected final void go() {
        if (started) {
            steps.run();
        }
    }

    private void guardedStep() {
        stepping.lock();
        try {
            if (useless) {
                completeBroken();
            } else if (!broken && !completed) {
                step();
            }
        } catch (IOException | IllegalStateException e) {
            LOG.debug("the connection broke", e);
            broke();
        } catch (RuntimeException e) {
            LOG.error("a request failed", e);
            broke();
        } finally {
            stepping.unlock();
        }
    }

    /**
     * The container tells its listeners of what broke; to complete the request before it does would end it twice. If it tells
     * nothing, the request is completed later.
     */
    private void broke() {
        broken = true;
        release();
        workers.later(BROKEN_MILLIS, this::breakOff);
    }

    /** Does what can be done now, without blocking. */
    protected abstract void step() throws IOException;

    /** Whether it is complete; to be asked within a step. */
    protected final boolean completed() {
        return completed;
    }

    /** Completes it; within a step only. */
    protected final void complete() {
        if (!completed) {
            completed = true;
            try {
                context.complete();
            } catch (IllegalStateException e) {
                LOG.debug("the container completed the request before", e);
            }
            release();
        }
    }

    /** An answer that was not begun must not become the container's empty 200, which would say that all is stored. */
    private void completeBroken() {
        if (!completed && !response.isCommitted()) {
            try {
                response.setHeader("Connection", "close");
                Answers.error(
                        response,
                        new BanipException(ErrorCode.TRUNCATED, "the request's body broke off before its end"));
            } catch (IOException | RuntimeException e) {
                LOG.debug("the connection broke, nobody hears an answer", e);
            }
        }
        complete();
    }

    /** The connection is of no more use. */
    protected final void breakOff() {
        useless = true;
        go();
    }

    private void release() {
        if (released.compareAndSet(false, true)) {
            ended();
        }
    }

    /** Nothing more will be read or written; called once. */
    protected abstract void ended();

    @Override
    public void onComplete(AsyncEvent event) {
        lastWord(() -> completed = true);
        release();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        lastWord(this::complete);
    }

    @Override
    public void onError(AsyncEvent event) {
        lastWord(this::completeBroken);
    }

    /**
     * Runs on the container's thread, which takes the request back when this returns. It waits for a step under way; steps do not
     * block.
     */
    private void lastWord(Runnable word) {
        stepping.lock();
        try {
            word.run();
        } finally {
            stepping.unlock();
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}

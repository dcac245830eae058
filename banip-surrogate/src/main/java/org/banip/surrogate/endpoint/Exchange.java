package org.banip.surrogate.endpoint;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One asynchronous request and its response. All that touches them is done in steps, one at a time: whoever has news leaves it
 * in a volatile field and asks for a {@link #step}. So the container never sees two threads in one request, nor a write after
 * the end, which would go to whoever reuses its buffers.
 */
public abstract class Exchange implements AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final HttpServletResponse response;
    private final AsyncContext context;
    private final OneAtATime steps = new OneAtATime(this::guardedStep);
    private final AtomicBoolean completed = new AtomicBoolean();
    /** Before the container knows the listeners nobody reads or writes. */
    private volatile boolean started;

    private volatile boolean broken;

    /** Begins; {@code timeoutMillis} 0 means that nobody but the protocol's own liveness ends it. */
    protected Exchange(HttpServletRequest request, HttpServletResponse response, long timeoutMillis) {
        this.response = response;
        context = request.startAsync(request, response);
        context.setTimeout(timeoutMillis);
    }

    /** From here on the container may call: to be called once, last of all, by the thread that serves the request. */
    protected final void start() {
        context.addListener(this);
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
        if (completed.get()) {
            return;
        }
        if (broken) {
            complete();
            return;
        }
        try {
            step();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("the connection broke", e);
            complete();
        } catch (RuntimeException e) {
            LOG.error("a request failed", e);
            complete();
        }
    }

    /** Does what can be done now, without blocking. */
    protected abstract void step() throws IOException;

    /** Whether it is complete; to be asked within a step. */
    protected final boolean completed() {
        return completed.get();
    }

    /** Completes it; within a step only. */
    protected final void complete() {
        if (completed.compareAndSet(false, true)) {
            try {
                context.complete();
            } catch (IllegalStateException e) {
                LOG.debug("the container completed the request before", e);
            }
            ended();
        }
    }

    /** The connection is of no more use. */
    protected final void breakOff() {
        broken = true;
        go();
    }

    /** It is complete, in whatever way; called once. */
    protected abstract void ended();

    @Override
    public void onComplete(AsyncEvent event) {
        if (completed.compareAndSet(false, true)) {
            ended();
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        breakOff();
    }

    @Override
    public void onError(AsyncEvent event) {
        breakOff();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}

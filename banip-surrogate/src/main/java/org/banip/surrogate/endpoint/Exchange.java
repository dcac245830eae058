package org.banip.surrogate.endpoint;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One asynchronous request and its response; completed once, by whoever comes first. */
public abstract class Exchange implements AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final HttpServletResponse response;
    private final AsyncContext context;
    private final AtomicBoolean completed = new AtomicBoolean();

    /** Begins; {@code timeoutMillis} 0 means that nobody but the protocol's own liveness ends it. */
    protected Exchange(HttpServletRequest request, HttpServletResponse response, long timeoutMillis) {
        this.response = response;
        context = request.startAsync(request, response);
        context.setTimeout(timeoutMillis);
    }

    /** To be called by the last constructor: from here on the container may call. */
    protected final void listen() {
        context.addListener(this);
    }

    /** The response. */
    protected final HttpServletResponse response() {
        return response;
    }

    /** Whether it has been completed. */
    protected final boolean completed() {
        return completed.get();
    }

    /** Completes it, once. */
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
        complete();
    }

    @Override
    public void onError(AsyncEvent event) {
        complete();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}

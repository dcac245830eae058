package org.banip.wsb.relay;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.banip.core.error.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of an MBU under way. It ends once, in one of two ways: completed, or with the connection broken so that the MBU cannot
 * take what it got for the whole. Owned by its strand, but for what says otherwise.
 */
final class Call implements AsyncListener {
    /** Request attribute: when the container dispatches the request again, its connection is to be broken. */
    static final String BREAK = "org.banip.wsb.break";

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
    private static final int LABEL_DIGITS = 8;

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final AsyncContext async;
    private final Strand strand;
    private final RequestBody body;
    private final Optional<Resource> resource;

    private final List<Runnable> atEnd = new ArrayList<>();
    private Consumer<Throwable> onBroken = failure -> {};
    private boolean answering;
    private boolean ended;
    private volatile long movedAt = System.nanoTime();

    /** Takes over a request: the container's thread is free to go. */
    Call(HttpServletRequest request, HttpServletResponse response, int bufferBytes) {
        this.request = request;
        this.response = response;
        this.strand = new Strand(this::bug);
        this.body = new RequestBody(this, request, bufferBytes);
        this.resource = Resource.of(
                request.getMethod(),
                request.getRequestURI().substring(request.getContextPath().length()),
                request.getQueryString());
        this.async = request.startAsync();
        // Streams last for hours; liveness is the protocol's business.
        async.setTimeout(0);
        async.addListener(this);
    }

    HttpServletRequest request() {
        return request;
    }

    HttpServletResponse response() {
        return response;
    }

    Strand strand() {
        return strand;
    }

    RequestBody body() {
        return body;
    }

    /** Empty if the request is about nothing of the protocol's. */
    Optional<Resource> resource() {
        return resource;
    }

    /** What a log line begins with: the first eight digits of the interconnect's name. */
    String label() {
        return resource.flatMap(Resource::interconnect)
                .map(name -> name.substring(0, Math.min(name.length(), LABEL_DIGITS)))
                .orElse("-");
    }

    /** Whether it is over: request and response must not be touched any more. */
    boolean hasEnded() {
        return ended;
    }

    /** Whether somebody has begun to answer: nobody else must. */
    boolean isAnswering() {
        return answering;
    }

    /** Somebody begins to answer. */
    void answering() {
        answering = true;
    }

    /** Some bytes moved. */
    void moved() {
        movedAt = System.nanoTime();
    }

    /** For how long nothing moved. Any thread. */
    long silentNanos() {
        return System.nanoTime() - movedAt;
    }

    /** What to do when it is over, however that comes; at once if it is. */
    void atEnd(Runnable action) {
        if (ended) {
            action.run();
        } else {
            atEnd.add(action);
        }
    }

    /** What to do when the MBU's connection turns out to be broken. */
    void onBroken(Consumer<Throwable> action) {
        onBroken = action;
    }

    /** The MBU's connection broke, so there is nobody to answer. */
    void broken(Throwable failure) {
        if (ended) {
            return;
        }
        onBroken.accept(failure);
        if (!response.isCommitted()) {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            response.setContentLength(0);
        }
        complete();
    }

    /** Ends the answer in order. */
    void complete() {
        end(async::complete);
    }

    /**
     * Closes the connection without ending the answer. The Servlet API has no call for this, but in every container an exception
     * after the response was committed does it; {@link RelayServlet} throws it when the request is dispatched once more.
     */
    void breakConnection() {
        end(() -> {
            request.setAttribute(BREAK, true);
            try {
                async.dispatch();
            } catch (UnsupportedOperationException e) {
                // The web application is being taken away (Tomcat): then an orderly end is all there is.
                LOG.debug("{} cannot be broken", label(), e);
                if (!response.isCommitted()) {
                    response.setStatus(ErrorCode.HOST_UNAVAILABLE.httpStatus());
                    response.setContentLength(0);
                }
                async.complete();
            }
        });
    }

    private void end(Runnable last) {
        if (ended) {
            return;
        }
        ended = true;
        atEnd.forEach(Runnable::run);
        try {
            last.run();
        } catch (IllegalStateException e) {
            // The container saw the connection die first and ended the request itself.
            LOG.debug("{} was over already", label(), e);
        }
    }

    private void bug(RuntimeException e) {
        LOG.error("{} a fault of ours, the request ends", label(), e);
        breakConnection();
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable cause = event.getThrowable();
        strand.execute(() -> broken(cause == null ? new EOFException("the connection failed") : cause));
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        strand.execute(this::breakConnection);
    }

    /** Follows our own end, or tells that the container ended the request: then nothing of it must be touched. */
    @Override
    public void onComplete(AsyncEvent event) {
        strand.execute(() -> {
            if (!ended) {
                onBroken.accept(new EOFException("the container ended the request"));
                end(() -> {});
            }
        });
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}

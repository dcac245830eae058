package org.banip.wsb.relay;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.banip.server.executor.SerialExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of an MBU under way. It ends once, in one of two ways: completed, or with the connection broken so that the MBU cannot
 * take what it got for the whole. Owned by its serial executor, but for what says otherwise.
 *
 * <p>A container uses request and response again for the next request. Its last callbacks therefore wait for a step under way, and steps
 * do nothing once the call has ended.
 */
final class Call implements AsyncListener {
    /** Request attribute: when the container dispatches the request again, its connection is to be broken. */
    static final String BREAK = "org.banip.wsb.break";

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
    private static final int LABEL_DIGITS = 8;
    /** Steps do not block, so this is reached only if the machine stands still. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(1);

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final AsyncContext async;
    private final SerialExecutor executor;
    private final RequestBody body;
    private final Optional<Resource> resource;
    private final Consumer<Runnable> later;

    private final List<Runnable> atEnd = new ArrayList<>();
    private Consumer<Throwable> onBroken = failure -> {};
    private boolean answering;
    /** Whether the container is still to be told of the end. */
    private boolean toComplete;

    /** Written by steps, but for one case in which a step does not end. */
    private volatile boolean ended;

    private volatile long movedAt = System.nanoTime();

    /**
     * Takes over a request: the container's thread is free to go.
     *
     * @param later runs an action on this call's serial executor after a second or so
     */
    Call(
            HttpServletRequest request,
            HttpServletResponse response,
            int bufferBytes,
            BiConsumer<Call, Runnable> later) {
        this.later = action -> later.accept(this, action);
        this.request = request;
        this.response = response;
        this.executor = SerialExecutor.onCallers(this::bug);
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

    SerialExecutor executor() {
        return executor;
    }

    /**
     * For callbacks of the container after which it may use request and response for the next request: returns when the action has run,
     * and with it every step before it, so that nothing touches them later.
     */
    void beforeRecycling(Runnable action) {
        if (!executor.executeAndWait(action, LONGEST_STEP)) {
            ended = true;
            LOG.error("{} a step of the request takes longer than {}", label(), LONGEST_STEP);
        }
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

    /**
     * The MBU's connection broke, so there is nobody to answer. Callers report an {@link IllegalStateException} of a request, a response or
     * their streams as well: when a write fails in Tomcat, it may take the request back without any callback, and says so in this way.
     */
    void broken(Throwable failure) {
        if (ended) {
            return;
        }
        onBroken.accept(failure);
        if (ConnectionBreak.isOfMalformedBody(failure)) {
            end(() -> {
                if (!response.isCommitted()) {
                    answerMalformed();
                }
                async.complete();
            });
            return;
        }
        end(() -> {
            toComplete = true;
            // In Tomcat the container hears of it as well, and a completion by another thread at that moment would meet its own.
            later.accept(this::completeBroken);
        });
    }

    /** The container says that the connection broke, and is about to take the request back. */
    void brokenSaysContainer(Throwable failure) {
        beforeRecycling(() -> {
            broken(failure);
            completeBroken();
        });
    }

    private void completeBroken() {
        if (!toComplete) {
            return;
        }
        toComplete = false;
        try {
            if (!response.isCommitted()) {
                response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
                response.setContentLength(0);
            }
            async.complete();
        } catch (IllegalStateException e) {
            LOG.debug("{} was over already", label(), e);
        }
    }

    /** The connection is whole, so there is somebody to answer. */
    private void answerMalformed() {
        BanipException error =
                new BanipException(ErrorCode.MALFORMED_REQUEST, "the body's chunks are malformed");
        byte[] document = ErrorAnswer.of(error).toJson().getBytes(StandardCharsets.UTF_8);
        response.setStatus(error.code().httpStatus());
        response.setHeader("Connection", "close");
        if (answering) {
            // Its stream is the other answer's.
            response.setContentLength(0);
            return;
        }
        response.setContentType(Protocol.JSON_TYPE);
        response.setContentLength(document.length);
        try {
            response.getOutputStream().write(document);
        } catch (IOException e) {
            LOG.debug("{} is gone: nobody reads the answer", label(), e);
        }
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
            async.dispatch();
        });
    }

    /** The broker closes: breaks the connection, or ends the answer where the container cannot dispatch any more. */
    void close() {
        if (ConnectionBreak.isPossibleWhileStopping()) {
            breakConnection();
            return;
        }
        end(() -> {
            if (!response.isCommitted()) {
                response.setStatus(ErrorCode.HOST_UNAVAILABLE.httpStatus());
                response.setContentLength(0);
            }
            async.complete();
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
            // The container saw the connection break first and ended the request itself.
            LOG.debug("{} was over already", label(), e);
        }
    }

    private void bug(Throwable e) {
        LOG.error("{} internal error, the request ends", label(), e);
        breakConnection();
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable cause = event.getThrowable();
        brokenSaysContainer(cause == null ? new EOFException("the connection failed") : cause);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        beforeRecycling(this::breakConnection);
    }

    /** Follows our own end, or tells that the container ended the request. */
    @Override
    public void onComplete(AsyncEvent event) {
        beforeRecycling(() -> {
            toComplete = false;
            if (!ended) {
                onBroken.accept(new EOFException("the container ended the request"));
                end(() -> {});
            }
        });
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}

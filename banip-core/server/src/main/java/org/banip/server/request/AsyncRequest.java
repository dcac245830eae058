package org.banip.server.request;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.server.executor.SerialExecutor;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * One asynchronous request. It ends once, in one of two ways: completed, or with the connection broken so that the client cannot take what it
 * got for the whole. Owned by its serial executor, but for what says otherwise.
 *
 * <p>A container uses request and response again for the next request. Its last callbacks therefore wait for a step under way, and steps
 * do nothing once the request has ended.
 */
public final class AsyncRequest implements AsyncListener {
    /** Request attribute: when the container dispatches the request again, its connection is to be broken. */
    private static final String BREAK = "org.banip.server.break";

    private static final Logger LOG = ServerLog.of(AsyncRequest.class);
    /** Steps do not block, so this is reached only if the machine stands still. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(1);
    /** How long a container has to say itself that a connection broke. */
    private static final Duration BROKEN = Duration.ofSeconds(1);

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final AsyncContext async;
    /** Whether the next dispatch breaks the connection. */
    private final AtomicBoolean breaks = new AtomicBoolean();

    private final SerialExecutor executor;
    private final RequestBody body;
    private final ResponseOutput output;
    private final RequestResources resources;
    private final String label;

    private final List<Runnable> atEnd = new ArrayList<>();
    private Consumer<Throwable> onBroken = failure -> {};
    private boolean answering;
    /** Whether the container is still to be told of the end. */
    private boolean toComplete;

    /** Written on the serial executor; by the container's thread only if it has given up waiting for a step. */
    private volatile boolean ended;

    private volatile long movedAt = System.nanoTime();

    /**
     * Takes over a request: the container's thread is free to go.
     *
     * @param label what log lines begin with
     * @param resources what it shares with others
     */
    public AsyncRequest(
            HttpServletRequest request, HttpServletResponse response, String label, RequestResources resources) {
        this.label = label;
        this.resources = resources;
        this.request = request;
        this.response = response;
        this.executor = SerialExecutor.onCallers(this::bug);
        this.body = new RequestBody(this, request, resources.buffers());
        this.output = new ResponseOutput(this);
        // Not when it breaks: by then Jetty may have taken the request away, and says so by another exception than the
        // servlet API's.
        request.setAttribute(BREAK, breaks);
        this.async = request.startAsync();
        // Streams last for hours; liveness is the protocol's business.
        async.setTimeout(0);
        async.addListener(this);
        output.listen(response);
    }

    /** The request. */
    public HttpServletRequest request() {
        return request;
    }

    /** The response. */
    public HttpServletResponse response() {
        return response;
    }

    /** Runs all that happens to the request. */
    public SerialExecutor executor() {
        return executor;
    }

    /**
     * For callbacks of the container after which it may use request and response for the next request: returns when the action has run,
     * and with it every step before it, so that nothing touches them later.
     */
    public void beforeRecycling(Runnable action) {
        if (!executor.executeAndWait(action, LONGEST_STEP)) {
            ended = true;
            LOG.error("{} a step of the request takes longer than {}", label, Counted.seconds(LONGEST_STEP));
            // After that step: what the request holds is given back in any case.
            executor.execute(this::release);
        }
    }

    /**
     * Whether the connection serves this request only, now: then a fault ends it. In HTTP/2 and later a stream of a connection ends, and the others go
     * on.
     */
    public boolean hasConnection() {
        return request.getProtocol().startsWith("HTTP/1");
    }

    /** The connection, if it is this request's, is closed after the answer, whose head is being set. */
    public void closeAfterAnswer() {
        if (hasConnection()) {
            response.setHeader("Connection", "close");
        }
    }

    /** The body. */
    public RequestBody body() {
        return body;
    }

    /** Writes the response. */
    public ResponseOutput output() {
        return output;
    }

    /** After this time the client has read something of its answer, or its connection is closed. */
    Duration unread() {
        return resources.unread();
    }

    /** Runs the action on the serial executor after this time, unless the request is over by then. */
    public void after(Duration delay, Runnable action) {
        Future<?> task = resources.deadlines().start(delay, () -> executor.execute(action));
        atEnd(() -> task.cancel(false));
    }

    /** What a log line about it begins with. */
    public String label() {
        return label;
    }

    /** Whether it is over: request and response must not be touched any more. */
    public boolean hasEnded() {
        return ended;
    }

    /** Whether somebody has begun to answer: nobody else must. */
    public boolean isAnswering() {
        return answering;
    }

    /** Somebody begins to answer. */
    public void answering() {
        answering = true;
    }

    /** Runs a step on another thread of the container. */
    void elsewhere(Runnable step) {
        async.start(() -> executor.execute(step));
    }

    /** Some bytes moved. */
    public void moved() {
        movedAt = System.nanoTime();
    }

    /** For how long nothing moved. Any thread. */
    public long silentNanos() {
        return System.nanoTime() - movedAt;
    }

    /** What to do when it is over, however that comes; at once if it is. */
    public void atEnd(Runnable action) {
        if (ended) {
            action.run();
        } else {
            atEnd.add(action);
        }
    }

    /** What to do when the client's connection turns out to be broken. */
    public void onBroken(Consumer<Throwable> action) {
        onBroken = action;
    }

    /**
     * The client's connection broke, so there is nobody to answer. Callers report an {@link IllegalStateException} of a request, a response or
     * their streams as well: when a write fails in Tomcat, it may take the request back without any callback, and says so in this way.
     */
    public void broken(Throwable failure) {
        if (ended) {
            return;
        }
        onBroken.accept(failure);
        end(() -> {
            toComplete = true;
            // In Tomcat the container hears of it as well, and a completion by another thread at that moment would meet
            // its own.
            resources.deadlines().after(BROKEN, () -> executor.execute(this::completeBroken));
        });
    }

    /** The container says that the connection broke, and is about to take the request back. */
    public void brokenSaysContainer(Throwable failure) {
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
                answerBroken();
            }
            async.complete();
        } catch (IllegalStateException e) {
            LOG.debug("{} was over already", label, e);
        }
    }

    /** If the body's chunks were malformed, the connection is whole and there is somebody to answer. */
    private void answerBroken() {
        BanipException error =
                new BanipException(ErrorCode.MALFORMED_REQUEST, "the body broke off, or its chunks are malformed");
        if (answering || !output.takesBytes()) {
            // Its stream is the other answer's.
            response.setStatus(error.code().httpStatus());
            closeAfterAnswer();
            response.setContentLength(0);
            return;
        }
        closeAfterAnswer();
        byte[] document = ErrorHead.set(response, error);
        response.setContentLength(document.length);
        try {
            output.write(document, 0, document.length);
            if (output.takesBytes()) {
                // Tomcat closes this connection without sending what it keeps.
                output.flush();
            }
        } catch (IOException e) {
            LOG.debug("{} is gone: nobody reads the answer", label, e);
        }
    }

    /** Ends the answer in order. */
    public void complete() {
        end(async::complete);
    }

    /**
     * Closes the connection without ending the answer. The Servlet API has no call for this, but in every container an exception
     * after the response was committed does it; {@link #throwIfBroken} throws it when the request is dispatched once more.
     */
    public void breakConnection() {
        end(() -> {
            breaks.set(true);
            async.dispatch();
        });
    }

    /**
     * What a servlet calls first: breaks the connection of a request that was dispatched for that.
     *
     * @throws IOException what makes the container close the connection
     */
    public static void throwIfBroken(HttpServletRequest request) throws IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC
                && request.getAttribute(BREAK) instanceof AtomicBoolean asked
                && asked.get()) {
            throw ConnectionBreak.exception(request);
        }
    }

    /** The server closes: breaks the connection, or ends the answer where the container cannot dispatch any more. */
    public void close() {
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
        release();
        try {
            last.run();
        } catch (IllegalStateException e) {
            // The container saw the connection break first and ended the request itself.
            LOG.debug("{} was over already", label, e);
        }
    }

    /** Runs what was to be done at the end, each action once, whatever another one throws. */
    private void release() {
        List<Runnable> actions = List.copyOf(atEnd);
        atEnd.clear();
        for (Runnable action : actions) {
            try {
                action.run();
            } catch (RuntimeException | Error e) {
                LOG.error("{} internal error at the end of the request", label, e);
            }
        }
    }

    private void bug(Throwable e) {
        try {
            LOG.error("{} internal error, the request ends", label, e);
        } finally {
            // Even if the log fails, which may lack the same class or memory.
            breakConnection();
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable cause = event.getThrowable();
        brokenSaysContainer(cause == null ? new EOFException("the connection failed") : cause);
    }

    /** Requests have no time-out, so the container stops: Tomcat ends what is open in this way, and can dispatch it no more. */
    @Override
    public void onTimeout(AsyncEvent event) {
        beforeRecycling(this::close);
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

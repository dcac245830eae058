package org.banip.wsb.relay;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.server.request.RequestBody;
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.ByteBufferRequestContent;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;

/**
 * One request to the surrogate host and its answer. Owned by the call's serial executor, on which it also reports events.
 */
final class HostExchange implements RequestBody.Sink {
    /** Receives the events. */
    interface Listener {
        /** The head of the answer is here; its content is read from the source. */
        void answered(Response answer, Content.Source content);

        /** The answer failed, or broke off. */
        void broken(Throwable failure);
    }

    private enum State {
        OPEN,
        OVER,
        ABORTED
    }

    private final Request request;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private final AsyncRequestContent stream;
    /** What waits for the end of the exchange. */
    private Runnable afterEnd = () -> {};

    private HostExchange(Request request, AsyncRequestContent stream) {
        this.request = request;
        this.stream = stream;
    }

    /** A request whose body follows, with this length, or with any length if negative. */
    static HostExchange streaming(Request request, long length) {
        AsyncRequestContent stream = new AsyncRequestContent() {
            @Override
            public long getLength() {
                return length;
            }
        };
        return new HostExchange(request.body(stream), stream);
    }

    /** A request with this body, which may be empty. */
    static HostExchange whole(Request request, Optional<ByteBuffer> body) {
        body.ifPresent(bytes -> request.body(new ByteBufferRequestContent(bytes)));
        return new HostExchange(request, new AsyncRequestContent());
    }

    void send(Executor executor, Listener listener) {
        request.onResponseContentSource((answer, content) -> executor.execute(() -> listener.answered(answer, content)))
                .send(result -> complete(result, executor, listener));
    }

    /** Called when request and answer have ended; their connection is free again, or closed. */
    private void complete(Result result, Executor executor, Listener listener) {
        if (!state.compareAndSet(State.OPEN, State.OVER)) {
            return;
        }
        // A request that failed while its answer came whole is the host's refusal to read on.
        Throwable failure = result.getResponseFailure();
        if (failure != null) {
            executor.execute(() -> listener.broken(failure));
        } else {
            executor.execute(this::ended);
        }
    }

    private void ended() {
        Runnable next = afterEnd;
        afterEnd = () -> {};
        next.run();
    }

    /** Whether something is to be expected of the host. */
    boolean isOpen() {
        return state.get() == State.OPEN;
    }

    /** Whether it had a connection to the host. */
    boolean wasConnected() {
        return request.getConnection() != null;
    }

    @Override
    public void take(ByteBuffer bytes, Runnable done) {
        // Succeeds when the bytes are with the socket. If that fails, the exchange does too and says so itself.
        stream.write(bytes, Callback.from(done, failure -> {}));
    }

    @Override
    public void end() {
        stream.close();
    }

    /** Runs the action when request and answer have ended and their connection can be used again. */
    void whenOver(Runnable then) {
        if (state.get() == State.OVER) {
            then.run();
        } else {
            afterEnd = then;
        }
    }

    /** Breaks the exchange unless it has ended, so that the host cannot take a truncated body for a complete one. */
    void abort(Throwable cause) {
        if (!state.compareAndSet(State.OPEN, State.ABORTED)) {
            return;
        }
        CompletableFuture<Boolean> broken = request.abort(cause);
        // If both sides have just ended in order, nothing is broken, and another exchange may have the connection.
        if (broken.getNow(true)) {
            // A write to a host that does not read would delay the end.
            closeConnection();
        }
    }

    private void closeConnection() {
        Connection connection = request.getConnection();
        if (connection != null) {
            connection.close();
        }
    }
}

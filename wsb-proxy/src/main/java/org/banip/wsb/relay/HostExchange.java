package org.banip.wsb.relay;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
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
        SENT,
        OVER,
        ABORTED
    }

    private final Request request;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private final AsyncRequestContent stream;

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
        request.onRequestSuccess(sent -> state.compareAndSet(State.OPEN, State.SENT))
                .onResponseContentSource(
                        (answer, content) -> executor.execute(() -> listener.answered(answer, content)))
                .send(result -> complete(result, executor, listener));
    }

    private void complete(Result result, Executor executor, Listener listener) {
        if (state.getAndUpdate(now -> now == State.ABORTED ? now : State.OVER) == State.ABORTED) {
            // Before the connection is used again, as the client's strict ordering of events ensures.
            closeConnection();
            return;
        }
        // A request that failed while its answer came whole is the host's refusal to read on.
        Throwable failure = result.getResponseFailure();
        if (failure != null) {
            executor.execute(() -> listener.broken(failure));
        }
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

    /** The answer is complete; if the request is complete, too, its connection can be used again. */
    void answerIsWhole() {
        state.compareAndSet(State.SENT, State.OVER);
    }

    /** Breaks the exchange unless it has ended, so that the host cannot take a truncated body for a complete one. */
    void abort(Throwable cause) {
        State before = state.getAndUpdate(now -> now == State.OVER ? now : State.ABORTED);
        if (before == State.OPEN || before == State.SENT) {
            Future<?> unused = request.abort(cause);
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

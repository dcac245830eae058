package org.banip.server.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.concurrent.Future;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * A request and its answer, as Jetty sees them. Of the body, one piece waits here; the next is read when Jetty has taken it. Of the answer, one
 * piece is on its way; it is done when QUIC has taken it, which takes no more than its congestion window.
 *
 * <p>The QUIC thread brings what comes; any thread of the server takes it and answers.
 */
final class RequestStream implements HttpStream {
    /** So long a body may go on behind its answer. */
    private static final long DISCARD_MILLIS = 500;

    private final QuicStreamChannel quic;
    private final Connector connector;
    private final HttpConfiguration http;
    private final HttpChannel channel;

    /** All below are guarded by this. */
    private final Deque<Content.Chunk> arrived = new ArrayDeque<>();

    private Content.@Nullable Chunk end;
    private @Nullable Callback sending;
    private boolean reading;
    private boolean demanded;
    private boolean committed;
    private boolean over;
    private long idleTimeout;

    RequestStream(Runnable whenAuthenticated, QuicStreamChannel quic, Connector connector, HttpConfiguration http) {
        this.quic = quic;
        this.connector = connector;
        this.http = http;
        StreamEndPoint endPoint = new StreamEndPoint(quic, connector);
        StreamConnection connection = new StreamConnection(whenAuthenticated, endPoint, connector, http);
        endPoint.setConnection(connection);
        endPoint.onOpen();
        channel = new HttpChannel.DefaultFactory().newHttpChannel(connection);
        channel.initialize();
        channel.setHttpStream(this);
    }

    // What comes. The QUIC thread.

    /** The head came. */
    void begin(MetaData.Request head) {
        run(channel.onRequest(head));
        synchronized (this) {
            reading = true;
        }
        quic.read();
    }

    /** The head cannot be served; the server's error handler words the answer. */
    void refuse(Throwable fault) {
        run(channel.onFailure(fault));
    }

    /** A piece of the body came, which is this stream's from now on. */
    void arrived(ByteBuf piece) {
        boolean wanted = false;
        boolean more = false;
        synchronized (this) {
            reading = false;
            if (end != null || over || !piece.isReadable()) {
                piece.release();
                more = !over && wantsMore();
            } else {
                arrived.add(Content.Chunk.from(piece.nioBuffer(), false, () -> {
                    piece.release();
                }));
                wanted = demanded;
                demanded = false;
            }
        }
        if (more) {
            readMore();
        }
        if (wanted) {
            run(channel.onContentAvailable());
        }
    }

    /** The body ended in order. */
    void ended() {
        boolean wanted;
        synchronized (this) {
            end = Content.Chunk.EOF;
            wanted = demanded;
            demanded = false;
        }
        if (wanted) {
            run(channel.onContentAvailable());
        }
    }

    /** The body broke. */
    void broke(EofException cause) {
        synchronized (this) {
            if (over) {
                return;
            }
            releaseArrived();
            end = Content.Chunk.from(cause, true);
        }
        run(channel.onRemoteFailure(cause));
    }

    /** The body had ended, and nobody reads the answer any more. */
    void unanswerable(EofException cause) {
        synchronized (this) {
            if (over) {
                return;
            }
        }
        run(channel.onRemoteFailure(cause));
    }

    private void run(@Nullable Runnable task) {
        if (task == null) {
            return;
        }
        if (Invocable.getInvocationType(task) == Invocable.InvocationType.NON_BLOCKING) {
            task.run();
            return;
        }
        try {
            connector.getExecutor().execute(task);
        } catch (RejectedExecutionException e) {
            reset(quic, Http3ErrorCode.H3_REQUEST_REJECTED);
        }
    }

    // What Jetty takes. Any thread.

    @Override
    public String getId() {
        return Long.toString(quic.streamId());
    }

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk next;
        boolean more;
        synchronized (this) {
            next = arrived.poll();
            if (next == null) {
                next = end;
            }
            more = wantsMore();
        }
        if (more) {
            readMore();
        }
        return next;
    }

    /** Reads ahead one piece, also to hear that the client has gone. Called with the lock held. */
    private boolean wantsMore() {
        boolean more = arrived.isEmpty() && end == null && !reading;
        reading |= more;
        return more;
    }

    @Override
    public void demand() {
        boolean here;
        boolean more = false;
        synchronized (this) {
            here = !arrived.isEmpty() || end != null;
            demanded = !here;
            if (!here) {
                more = wantsMore();
            }
        }
        if (here) {
            run(channel.onContentAvailable());
        } else if (more) {
            readMore();
        }
    }

    private void readMore() {
        unlessStopped(() -> quic.read());
    }

    @Override
    public @Nullable Throwable consumeAvailable() {
        return HttpStream.consumeAvailable(this, http);
    }

    // The answer. Any thread, one piece at a time.

    @Override
    public void prepareResponse(HttpFields.Mutable headers) {
        AnswerHead.withoutConnection(headers);
    }

    @Override
    public void send(
            MetaData.Request request,
            MetaData.@Nullable Response response,
            boolean last,
            @Nullable ByteBuffer content,
            Callback callback) {
        ByteBuf piece = null;
        if (content != null && content.hasRemaining()) {
            boolean headOnly = HttpMethod.HEAD.is(request.getMethod());
            // QUIC sends from memory outside the heap. After cancelSend, Jetty uses its buffer again at once.
            piece = headOnly
                    ? null
                    : quic.alloc().directBuffer(content.remaining()).writeBytes(content);
            content.position(content.limit());
        }
        synchronized (this) {
            sending = callback;
            committed |= response != null && !HttpStatus.isInformational(response.getStatus());
        }
        ByteBuf body = piece;
        try {
            quic.eventLoop().execute(() -> write(response, body, last, callback));
        } catch (RejectedExecutionException e) {
            if (body != null) {
                body.release();
            }
            sent(callback, new EofException(e));
        }
    }

    private void write(MetaData.@Nullable Response response, @Nullable ByteBuf body, boolean last, Callback callback) {
        ChannelFuture written = quic.newSucceededFuture();
        if (response != null) {
            written = quic.write(new DefaultHttp3HeadersFrame(AnswerHead.of(response)));
        }
        if (body != null) {
            written = quic.write(new DefaultHttp3DataFrame(body));
        }
        quic.flush();
        written.addListener(done -> {
            if (done.isSuccess() && last) {
                Future<?> unusedShut = quic.shutdownOutput();
            }
            sent(callback, done.cause());
        });
    }

    private void sent(Callback callback, @Nullable Throwable failure) {
        synchronized (this) {
            if (sending != callback) {
                return; // It was cancelled.
            }
            sending = null;
        }
        if (failure == null) {
            complete(callback, callback::succeeded);
        } else {
            Throwable cause = failure instanceof EofException ? failure : new EofException(failure);
            complete(callback, () -> callback.failed(cause));
        }
    }

    private void complete(Callback callback, Runnable completion) {
        if (callback.getInvocationType() == Invocable.InvocationType.NON_BLOCKING) {
            completion.run();
            return;
        }
        try {
            connector.getExecutor().execute(completion);
        } catch (RejectedExecutionException e) {
            completion.run();
        }
    }

    @Override
    public Runnable cancelSend(Throwable cause, Callback application) {
        Callback cancelled;
        synchronized (this) {
            cancelled = sending;
            sending = null;
        }
        return () -> (cancelled == null ? application : Callback.combine(cancelled, application)).failed(cause);
    }

    @Override
    public synchronized boolean isCommitted() {
        return committed;
    }

    @Override
    public synchronized long getIdleTimeout() {
        return idleTimeout;
    }

    @Override
    public synchronized void setIdleTimeout(long millis) {
        idleTimeout = millis; // Not kept: the protocol's own liveness ends what is dead.
    }

    @Override
    public void succeeded() {
        boolean whole = finish();
        if (!whole) {
            unlessStopped(this::discard);
        }
    }

    /** The answer says all: what still comes of the body is not wanted (RFC 9114, section 4.1). Mostly only its end is still to come. */
    private void discard() {
        quic.config().setAutoRead(true);
        Future<?> unusedTimer = quic.eventLoop()
                .schedule(
                        () -> {
                            if (quic.isOpen()) {
                                quic.shutdownInput(Http3ErrorCode.H3_NO_ERROR.code())
                                        .addListener(done -> close(quic));
                            }
                        },
                        DISCARD_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void failed(Throwable cause) {
        finish();
        reset(quic, Http3ErrorCode.H3_INTERNAL_ERROR);
    }

    /** Returns whether the body had ended in order. */
    private synchronized boolean finish() {
        over = true;
        releaseArrived();
        return end == Content.Chunk.EOF;
    }

    private void releaseArrived() {
        arrived.forEach(Content.Chunk::release);
        arrived.clear();
    }

    /** Ends a stream in disorder, both ways. Any thread. */
    static void reset(QuicStreamChannel quic, Http3ErrorCode why) {
        unlessStopped(() -> quic.shutdown(why.code(), quic.newPromise()).addListener(done -> close(quic)));
    }

    /** If this fails, the stream is closed already. */
    private static void close(QuicStreamChannel quic) {
        Future<?> unusedClosed = quic.close();
    }

    private static void unlessStopped(Runnable task) {
        try {
            task.run();
        } catch (RejectedExecutionException e) {
            // The server stops: the connection is closed already.
            return;
        }
    }
}

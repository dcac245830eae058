package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** A request of the tests, and what came of its answer. */
final class Http3Exchange extends Http3RequestStreamInboundHandler {
    private static final Duration PATIENCE = Duration.ofSeconds(Http3Client.SECONDS);

    private final CompletableFuture<Http3Headers> head = new CompletableFuture<>();
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private volatile QuicStreamChannel stream;
    private final AtomicLong sent = new AtomicLong();

    private Http3Exchange() {}

    /** Opens a stream and sends the head of a request. */
    static CompletableFuture<Http3Exchange> open(QuicChannel quic, String method, String path, String... fields) {
        Http3Headers head = new DefaultHttp3Headers()
                .method(method)
                .scheme("https")
                .authority("localhost")
                .path(path);
        for (int i = 0; i < fields.length; i += 2) {
            head.add(fields[i], fields[i + 1]);
        }
        return open(quic, head);
    }

    /** Opens a stream and sends this head. */
    static CompletableFuture<Http3Exchange> open(QuicChannel quic, Http3Headers head) {
        Http3Exchange exchange = new Http3Exchange();
        CompletableFuture<Http3Exchange> opened = new CompletableFuture<>();
        Http3.newRequestStream(quic, exchange).addListener(done -> {
            if (!done.isSuccess()) {
                opened.completeExceptionally(done.cause());
                return;
            }
            exchange.stream = (QuicStreamChannel) done.getNow();
            exchange.stream.writeAndFlush(new DefaultHttp3HeadersFrame(head)).addListener(written -> {
                if (!written.isSuccess()) {
                    exchange.head.completeExceptionally(written.cause());
                }
            });
            opened.complete(exchange);
        });
        return opened;
    }

    /** Sends a piece of the body; waits for nothing. */
    void send(byte[] bytes) {
        stream.writeAndFlush(new DefaultHttp3DataFrame(Http3Client.buffer(bytes)))
                .addListener(done -> {
                    if (done.isSuccess()) {
                        sent.addAndGet(bytes.length);
                    }
                });
    }

    void send(String text) {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes that the connection has taken. */
    long sent() {
        return sent.get();
    }

    QuicStreamChannel stream() {
        return stream;
    }

    /** Ends the body. */
    void end() {
        stream.writeAndFlush(new DefaultHttp3DataFrame(Unpooled.EMPTY_BUFFER))
                .addListener(QuicStreamChannel.SHUTDOWN_OUTPUT);
    }

    /** Breaks the request. */
    void reset() {
        Future<?> unusedReset = stream.shutdown(0x10c, stream.newPromise());
    }

    /** Reads nothing more of the answer. */
    void pause() {
        stream.config().setAutoRead(false);
    }

    /** Reads on. */
    void goOn() {
        stream.config().setAutoRead(true);
    }

    Http3Headers awaitHead() throws Exception {
        return head.get(Http3Client.SECONDS, TimeUnit.SECONDS);
    }

    int status() throws Exception {
        return Integer.parseInt(awaitHead().status().toString());
    }

    /** Waits until this number of bytes of the answer has come. */
    byte[] awaitBody(int bytes) {
        await(() -> size() >= bytes);
        return body();
    }

    String awaitText(String end) {
        await(() -> text().endsWith(end));
        return text();
    }

    private void await(BooleanSupplier come) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> come.getAsBoolean() || over.isDone());
    }

    /** Waits for the end of the answer, which must be in order. */
    void awaitEnd() throws Exception {
        assertThat(isWhole()).as("whole answer").isTrue();
    }

    /** Waits for the end of the answer; tells whether it was in order. */
    boolean isWhole() throws Exception {
        return over.get(Http3Client.SECONDS, TimeUnit.SECONDS);
    }

    boolean isOver() {
        return over.isDone();
    }

    synchronized int size() {
        return body.size();
    }

    synchronized byte[] body() {
        return body.toByteArray();
    }

    String text() {
        return new String(body(), StandardCharsets.UTF_8);
    }

    @Override
    protected void channelRead(ChannelHandlerContext context, Http3HeadersFrame frame) {
        head.complete(frame.headers());
    }

    @Override
    protected void channelRead(ChannelHandlerContext context, Http3DataFrame frame) {
        byte[] bytes = new byte[frame.content().readableBytes()];
        frame.content().readBytes(bytes);
        frame.release();
        synchronized (this) {
            body.writeBytes(bytes);
        }
    }

    @Override
    protected void channelInputClosed(ChannelHandlerContext context) {
        over.complete(true);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        head.completeExceptionally(cause);
        over.complete(false);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        head.completeExceptionally(new IllegalStateException("the stream was closed"));
        over.complete(false);
    }
}

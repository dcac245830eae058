package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicTransportParameters;
import io.netty.handler.codec.quic.SslEarlyDataReadyEvent;
import io.netty.util.AttributeKey;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.jspecify.annotations.Nullable;

/**
 * Notices when a QUIC connection can send: early data, if it resumes a session, and everything when the handshake is complete. Belongs to the
 * connection's thread.
 */
final class QuicHandshake extends ChannelInboundHandlerAdapter {
    private static final AttributeKey<CompletableFuture<Void>> CONFIRMED =
            AttributeKey.valueOf(QuicHandshake.class, "confirmed");

    private static final AttributeKey<Integer> ALLOWED_STREAMS =
            AttributeKey.valueOf(QuicHandshake.class, "allowed streams");

    private final CompletableFuture<Channel> ready;
    private final CompletableFuture<Void> confirmed = new CompletableFuture<>();
    private final long begunNanos = System.nanoTime();
    private @Nullable QuicChannel connection;

    /**
     * The handshake of a new connection.
     *
     * @param ready is completed when requests may begin
     */
    QuicHandshake(CompletableFuture<Channel> ready) {
        this.ready = ready;
    }

    /** Completed when the handshake is complete, so that nobody can repeat what follows. Any thread. */
    static CompletableFuture<Void> confirmed(Channel connection) {
        return connection.attr(CONFIRMED).get();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        QuicChannel added = (QuicChannel) context.channel();
        connection = added;
        added.attr(CONFIRMED).set(confirmed);
        added.closeFuture()
                .addListener(closed -> confirmed.completeExceptionally(
                        new IOException("the connection was closed before its handshake was complete")));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslEarlyDataReadyEvent) {
            context.executor().execute(() -> ready(context.channel())); // the library is still sending
        }
        context.fireUserEventTriggered(event);
    }

    /** The handshake is complete. */
    void complete(Channel channel) {
        noteAllowedStreams((QuicChannel) channel);
        AnswerPatience.noteRoundTrip(channel, System.nanoTime() - begunNanos);
        confirmed.complete(null);
        ready(channel);
    }

    /** How many streams the broker allows at once. Empty if that is not known. Any thread. */
    static OptionalInt allowedStreams(Channel connection) {
        Integer told = connection.attr(ALLOWED_STREAMS).get();
        return told == null ? OptionalInt.empty() : OptionalInt.of(told);
    }

    private static void noteAllowedStreams(QuicChannel connection) {
        QuicTransportParameters told = connection.peerTransportParameters();
        if (told != null) {
            connection.attr(ALLOWED_STREAMS).set((int) Math.min(Integer.MAX_VALUE, told.initialMaxStreamsBidi()));
        }
    }

    private void ready(Channel channel) {
        if (!ready.complete(channel) && ready.isCompletedExceptionally()) {
            Channels.close(channel); // nobody wants it any more
        }
    }

    private void look() {
        QuicChannel known = connection;
        SSLEngine engine = known == null || confirmed.isDone() ? null : known.sslEngine();
        if (known != null && engine != null && engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
            complete(known);
        }
    }

    /**
     * Looks whether the handshake is complete when datagrams have been sent. The library itself tells it only when the next one arrives, a round
     * trip later. For the connection's socket.
     */
    ChannelOutboundHandlerAdapter afterDatagrams() {
        return new ChannelOutboundHandlerAdapter() {
            @Override
            public void flush(ChannelHandlerContext context) {
                context.flush();
                if (!confirmed.isDone()) {
                    context.executor().execute(QuicHandshake.this::look);
                }
            }
        };
    }
}

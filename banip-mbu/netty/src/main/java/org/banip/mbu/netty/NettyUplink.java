package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/** The common part of the uplinks on Netty: registration, deregistration, and the lease of the threads. */
abstract class NettyUplink implements Uplink {
    static final int CREATED = 201;
    static final int NO_CONTENT = 204;

    final UplinkContext context;
    final Requests requests;
    private final Object lock = new Object();
    private @Nullable EventLoopGroup loops;
    private boolean closed;

    NettyUplink(UplinkContext context) {
        this.context = context;
        requests = new Requests(context);
    }

    /** The threads. */
    final EventLoopGroup loops() throws IOException {
        synchronized (lock) {
            if (closed) {
                throw new IOException("uplink is closed");
            }
            EventLoopGroup leased = loops;
            if (leased == null) {
                leased = EventLoops.lease();
                loops = leased;
            }
            return leased;
        }
    }

    /** Waits until a connection is made, or ends the attempt. */
    final Channel connected(CompletableFuture<Channel> connecting) throws IOException {
        boolean made = false;
        try {
            loops(); // throws after the end, before which the attempt may have begun
            long patience = 2 * context.settings().connectTimeout().toMillis(); // for TCP and TLS
            Channel channel = Waiting.within(patience, "the connection", connecting);
            made = true;
            return channel;
        } finally {
            if (!made) {
                connecting.cancel(false);
            }
        }
    }

    /** Closes a channel that has a fault. No request begins on it any more. */
    void drop(Channel channel) {
        Channels.close(channel);
    }

    /** Something was not answered within this time. */
    void timedOut(Duration time) {}

    /** A channel on which a request may begin. Blocks until it is connected. */
    abstract Channel channel() throws IOException;

    @Override
    public String register(String document) throws IOException {
        return exchange(requests.registration(document), CREATED, Protocol.JSON_TYPE, "registration");
    }

    @Override
    public void deregister(String surrogate) throws IOException {
        exchange(requests.empty(HttpMethod.DELETE, surrogate), NO_CONTENT, "", "deregistration");
    }

    private String exchange(FullHttpRequest request, int status, String type, String what) throws IOException {
        CompletableFuture<String> document = new CompletableFuture<>();
        Channel channel = channel();
        channel.eventLoop().execute(() -> {
            try {
                AnswerReader.of(channel).expect(new DocumentAnswer(status, type, what, document));
            } catch (IOException e) {
                document.completeExceptionally(e);
                request.release();
                return;
            }
            channel.writeAndFlush(request).addListener(done -> {
                if (!done.isSuccess()) {
                    document.completeExceptionally(Waiting.asBreak(done.cause()));
                }
            });
        });
        boolean answered = false;
        try {
            String text =
                    Waiting.within(context.settings().responseTimeout().toMillis(), request.method() + "", document);
            answered = true;
            return text;
        } catch (SocketTimeoutException e) {
            timedOut(context.settings().responseTimeout());
            throw e;
        } finally {
            if (!answered) {
                drop(channel);
            }
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
        }
        breakOff();
        CompletableFuture<?> ended = released();
        if (loops != null) {
            Channels.whenDone(ended, (unused, failure) -> EventLoops.release());
        }
    }

    /** The uplink was closed, once. The threads are needed until the result is completed. */
    CompletableFuture<?> released() {
        return CompletableFuture.completedFuture(null);
    }

    /** Closes all channels of this uplink. Any thread. */
    abstract void breakOff();
}

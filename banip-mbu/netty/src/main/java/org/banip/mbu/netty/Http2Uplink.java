package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/**
 * {@code http2}: the data request and the reverse channel are two streams of one connection, which the MBUs of a process share. With TLS the
 * broker must choose HTTP/2 by ALPN; without TLS it must know HTTP/2 without being asked.
 */
final class Http2Uplink extends NettyUplink {
    private static final String KIND = "h2";

    private final SharedConnection shared;
    /** The streams that are open, and attempts to open one: what breaking off ends. */
    private final Map<Long, CompletableFuture<Channel>> streams = new ConcurrentHashMap<>();

    private final AtomicLong opened = new AtomicLong();

    Http2Uplink(UplinkContext context) {
        super(context);
        shared = SharedConnection.lease(KIND, context, this::connect);
    }

    private CompletableFuture<Channel> connect(UplinkContext first, EventLoopGroup loops) throws IOException {
        return new Connector(
                        first,
                        () -> new ByteCounter(shared::counted),
                        new Tls(first, Arrays.asList(KIND, "http/1.1")),
                        Http2Uplink::handlers)
                .connect(loops);
    }

    private static ChannelHandler[] handlers() {
        return new ChannelHandler[] {
            Http2FrameCodecBuilder.forClient().gracefulShutdownTimeoutMillis(0).build(),
            new Http2MultiplexHandler(new ClosePushed()),
            new ConnectionEnd()
        };
    }

    /** Brokers push nothing. */
    @ChannelHandler.Sharable
    private static final class ClosePushed extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            Channels.close(channel);
        }
    }

    @Override
    Channel channel() throws IOException {
        CompletableFuture<Channel> stream = new CompletableFuture<>();
        long number = opened.incrementAndGet();
        streams.put(number, stream);
        CompletableFuture<Channel> connection = shared.connection(context, loops());
        Channels.whenDone(connection, (channel, failure) -> {
            if (failure == null) {
                open(channel, stream);
            } else {
                stream.completeExceptionally(failure);
            }
        });
        boolean made = false;
        try {
            Channel channel = connected(stream);
            channel.closeFuture().addListener(closed -> streams.remove(number));
            made = true;
            return channel;
        } finally {
            if (!made) {
                streams.remove(number);
            }
        }
    }

    private void open(Channel connection, CompletableFuture<Channel> stream) {
        new Http2StreamChannelBootstrap(connection)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, NetworkSockets.MARKS)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new Http2StreamFrameToHttpObjectCodec(false),
                                        new StreamReset(),
                                        new AnswerReader());
                    }
                })
                .open()
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        stream.completeExceptionally(done.cause());
                        return;
                    }
                    Channel made = (Channel) done.getNow();
                    if (!stream.complete(made)) {
                        Channels.close(made);
                    }
                });
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        Channel reverse = channel();
        try {
            carry(source, reverse, channel());
        } catch (SocketTimeoutException e) {
            shared.closeIfSilent(source.silence());
            throw e;
        } finally {
            Channels.close(reverse);
        }
    }

    private void carry(FrameSource source, Channel reverse, Channel data) throws IOException, InterruptedException {
        try {
            new StreamExchange(data, reverse, source, requests, context.settings()).carry();
        } finally {
            Channels.close(data);
        }
    }

    @Override
    void breakOff() {
        IOException closed = new IOException("uplink is closed");
        for (CompletableFuture<Channel> stream : streams.values()) {
            stream.completeExceptionally(closed);
            Channels.whenDone(stream, (channel, failure) -> close(channel));
        }
    }

    private static void close(@Nullable Channel channel) {
        if (channel != null) {
            Channels.close(channel);
        }
    }

    @Override
    void released() {
        shared.release(context);
    }
}

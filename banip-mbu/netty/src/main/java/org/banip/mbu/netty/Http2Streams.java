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
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.uplink.AddressOrder;

/**
 * HTTP/2 (RFC 9113). With TLS the broker must choose it by ALPN; without TLS it must know HTTP/2 without being asked. Any thread.
 */
final class Http2Streams implements Multiplexing {
    private static final String ALPN = "h2";

    private final AddressOrder addresses = AddressOrder.ofSystem();
    private final Consumer<String> altServices;

    /**
     * HTTP/2 for one uplink.
     *
     * @param altServices hears what the broker announces by {@code Alt-Svc}
     */
    Http2Streams(Consumer<String> altServices) {
        this.altServices = altServices;
    }

    @Override
    public String name() {
        return ALPN;
    }

    @Override
    public CompletableFuture<Channel> connect(
            UplinkContext user, EventLoopGroup loops, Supplier<UplinkContext.Traffic> counted) throws IOException {
        return new Connector(
                        user,
                        addresses,
                        () -> new ByteCounter(counted),
                        new Tls(user, Arrays.asList(ALPN, "http/1.1")),
                        Http2Streams::handlers)
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
    public boolean isUsable(Channel connection) {
        return connection.isActive() && !ConnectionEnd.isGoingAway(connection);
    }

    /** A data request, a reverse channel, and at first the registration. */
    @Override
    public int streamsOfOne() {
        return 3;
    }

    @Override
    public OptionalInt allowedStreams(Channel connection) {
        return ConnectionEnd.allowedStreams(connection);
    }

    @Override
    public void open(Channel connection, CompletableFuture<Channel> stream) {
        new Http2StreamChannelBootstrap(connection)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, NetworkSockets.MARKS)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new Http2StreamFrameToHttpObjectCodec(false),
                                        new StreamReset(),
                                        new AltServiceReader(altServices),
                                        new AnswerReader());
                    }
                })
                .open()
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        stream.completeExceptionally(Waiting.asBreak(done.cause()));
                        return;
                    }
                    Channel opened = (Channel) done.getNow();
                    if (!stream.complete(opened)) {
                        Channels.close(opened);
                    }
                });
    }
}

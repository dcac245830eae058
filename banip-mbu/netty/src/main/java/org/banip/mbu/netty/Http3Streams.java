package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3FrameToHttpObjectCodec;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicException;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamPriority;
import io.netty.handler.codec.quic.QuicTransportError;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.uplink.AddressOrder;

/** HTTP/3 (RFC 9114) on Netty's QUIC, which is native code. Any thread. */
final class Http3Streams implements Multiplexing {
    private static final int MOST_URGENT = 0;
    /** From the answer to a probe of the path to the end of a connection that is still silent. */
    private static final long PROBED_MILLIS = 1000;

    private final AddressOrder addresses = AddressOrder.ofSystem();
    private final int port;
    private final HttpSettings settings;

    /** HTTP/3 at the port of the base URL. */
    Http3Streams(UplinkContext context) {
        this(context, context.base().getPort() >= 0 ? context.base().getPort() : BrokerAddresses.HTTPS_PORT);
    }

    /** HTTP/3 at another UDP port of the broker. */
    Http3Streams(UplinkContext context, int port) {
        this.port = port;
        settings = context.settings();
    }

    @Override
    public String name() {
        return "h3 at port " + port;
    }

    @Override
    public CompletableFuture<Channel> connect(
            UplinkContext user, EventLoopGroup loops, Supplier<UplinkContext.Traffic> counted) throws IOException {
        return new QuicConnector(user, addresses, port, counted, QuicTls.trusting(settings)).connect(loops);
    }

    @Override
    public boolean isUsable(Channel connection) {
        Http3ClientConnectionHandler handler = connection.pipeline().get(Http3ClientConnectionHandler.class);
        return connection.isOpen() && handler != null && !handler.isGoAwayReceived();
    }

    @Override
    public CompletableFuture<Void> confirmed(Channel connection) {
        return QuicHandshake.confirmed(connection);
    }

    /** A data request, one for alarms, a reverse channel, and the registration at first, or another reverse channel when the address has changed. */
    @Override
    public int streamsOfOne() {
        return 4;
    }

    @Override
    public OptionalInt allowedStreams(Channel connection) {
        return QuicHandshake.allowedStreams(connection);
    }

    @Override
    public void open(Channel connection, CompletableFuture<Channel> stream) {
        Http3.newRequestStream((QuicChannel) connection, new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new QuicStreamBreak(),
                                        new Http3FrameToHttpObjectCodec(false),
                                        new AnswerReader());
                    }
                })
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        closeIfUsedUp(connection, done.cause());
                        stream.completeExceptionally(Waiting.asBreak(done.cause()));
                        return;
                    }
                    Channel opened = (Channel) done.getNow();
                    if (!stream.complete(opened)) {
                        Channels.close(opened);
                    }
                });
    }

    /**
     * The library takes a number also for a stream above the broker's limit, and that number is never free again: each such attempt would lower what the
     * connection can carry.
     */
    private static void closeIfUsedUp(Channel connection, Throwable failure) {
        if (failure instanceof QuicException fault && QuicTransportError.STREAM_LIMIT_ERROR.equals(fault.error())) {
            Channels.close(connection);
        }
    }

    @Override
    public boolean hasIndependentStreams() {
        return true;
    }

    @Override
    public void prefer(Channel stream) {
        Future<?> unusedSet = ((QuicStreamChannel) stream).updatePriority(new QuicStreamPriority(MOST_URGENT, true));
    }

    @Override
    public BooleanSupplier addressChanged(Channel connection) {
        return ((QuicChannel) connection).remoteSocketAddress() instanceof InetSocketAddress server
                        && !settings.localAddress().isPresent()
                ? SourceAddress.towards(server)
                : Multiplexing.super.addressChanged(connection);
    }

    /** If the system of the broker answers, the connection itself may be heard at the same time. */
    @Override
    public Optional<SilentConnection.Another> probe(Channel connection, EventLoopGroup loops) {
        if (!(((QuicChannel) connection).remoteSocketAddress() instanceof InetSocketAddress server)) {
            return Optional.empty();
        }
        return Optional.of(new SilentConnection.Another() {
            @Override
            public CompletableFuture<Channel> connect() {
                return PathProbe.begin(loops, server, settings);
            }

            @Override
            public long patienceMillis() {
                return PROBED_MILLIS;
            }
        });
    }

    @Override
    public long silentNanos(Channel connection) {
        return ByteCounter.silentNanos(connection.parent());
    }
}

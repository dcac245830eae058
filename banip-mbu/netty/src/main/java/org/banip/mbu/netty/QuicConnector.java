package org.banip.mbu.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLHandshakeException;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.uplink.AddressOrder;

/**
 * Makes QUIC connections with HTTP/3 to the broker. Each has a UDP socket of its own, which is not connected to the broker's address: if the
 * settings have no local address, the system chooses one for each datagram, so the connection goes on when the device gets another one. Any
 * thread.
 */
final class QuicConnector {
    private static final Duration IDLE = Duration.ofSeconds(60);
    /** Random losses hardly slow it down, and it sends full datagrams; cubic does neither (docs/links.md, "QUIC"). */
    private static final QuicCongestionControlAlgorithm CONGESTION_CONTROL = QuicCongestionControlAlgorithm.BBR;

    private static final int CONNECTION_WINDOW_BYTES = 1 << 20;
    private static final int STREAM_WINDOW_BYTES = 256 << 10;
    /** The host's control streams; some more are for extensions (RFC 9114, section 6.2). */
    private static final int CONTROL_STREAMS = 8;
    /** The server needs some for paths of other addresses (RFC 9000, section 9.5). */
    private static final int CONNECTION_IDS = 4;
    /** Each datagram from the server has this id. A socket has one connection, so it need not be long. */
    private static final int CONNECTION_ID_BYTES = 4;

    private final UplinkContext user;
    private final AddressOrder addresses;
    private final int port;
    private final Supplier<UplinkContext.Traffic> counted;
    private final QuicTls tls;

    /**
     * For a connection of some MBUs.
     *
     * @param user whose settings it has
     * @param addresses orders those of the broker
     */
    QuicConnector(
            UplinkContext user,
            AddressOrder addresses,
            int port,
            Supplier<UplinkContext.Traffic> counted,
            QuicTls tls) {
        this.user = user;
        this.addresses = addresses;
        this.port = port;
        this.counted = counted;
        this.tls = tls;
    }

    /** Begins to connect. The result is completed when a request may begin, if only with early data. */
    CompletableFuture<Channel> connect(EventLoopGroup loops) throws IOException {
        return BrokerAddresses.oneByOne(
                user, addresses, port, remote -> connectTo(loops, remote), QuicHandshake::confirmed);
    }

    private CompletableFuture<Channel> connectTo(EventLoopGroup loops, InetSocketAddress remote) {
        CompletableFuture<Channel> ready = new CompletableFuture<>();
        QuicHandshake handshake = new QuicHandshake(ready);
        ChannelHandler codec = codec();
        new Bootstrap()
                .group(loops)
                .channel(NetworkSockets.datagrams())
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        socket.pipeline().addLast(new ByteCounter(counted), handshake.afterDatagrams(), codec);
                    }
                })
                .bind(local(remote))
                .addListener(bound -> {
                    if (bound.isSuccess()) {
                        connect(((ChannelFuture) bound).channel(), remote, handshake, ready);
                    } else {
                        ready.completeExceptionally(bound.cause());
                    }
                });
        return ready;
    }

    private InetSocketAddress local(InetSocketAddress remote) {
        String any = remote.getAddress() instanceof Inet6Address ? "::" : "0.0.0.0";
        return user.settings()
                .localAddress()
                .map(address -> new InetSocketAddress(address, 0))
                .orElseGet(() -> new InetSocketAddress(any, 0));
    }

    private ChannelHandler codec() {
        return Http3.newQuicClientCodecBuilder()
                .sslEngineProvider(channel -> tls.engine(channel, user.base().getHost(), port))
                .maxIdleTimeout(IDLE.toMillis(), TimeUnit.MILLISECONDS)
                .congestionControlAlgorithm(CONGESTION_CONTROL)
                .initialMaxData(CONNECTION_WINDOW_BYTES)
                .initialMaxStreamDataBidirectionalLocal(STREAM_WINDOW_BYTES)
                .initialMaxStreamDataUnidirectional(STREAM_WINDOW_BYTES)
                .initialMaxStreamsUnidirectional(CONTROL_STREAMS)
                .activeConnectionIdLimit(CONNECTION_IDS)
                .localConnectionIdLength(CONNECTION_ID_BYTES)
                .build();
    }

    private void connect(
            Channel socket, InetSocketAddress remote, QuicHandshake handshake, CompletableFuture<Channel> ready) {
        Channels.whenDone(ready, (channel, failure) -> {
            if (failure == null) {
                user.traffic().connected();
            } else {
                Channels.close(socket); // which ends the connection, too
            }
        });
        QuicChannel.newBootstrap(socket)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        user.settings().connectTimeout().toMillis())
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        // Later: the library still writes that the connection is closed.
                        connection
                                .closeFuture()
                                .addListener(closed -> socket.eventLoop().execute(() -> Channels.close(socket)));
                        connection
                                .pipeline()
                                .addLast(handshake, new Http3ClientConnectionHandler(), new ConnectionEnd());
                    }
                })
                .remoteAddress(remote)
                .connect()
                .addListener(done -> {
                    if (done.isSuccess()) {
                        handshake.complete((Channel) done.getNow());
                    } else {
                        ready.completeExceptionally(explained(done.cause()));
                        Channels.close(socket);
                    }
                });
    }

    private IOException explained(Throwable e) {
        if (e instanceof SSLHandshakeException
                && String.valueOf(e.getMessage()).contains("CERTIFICATE_VERIFY_FAILED")) {
            SSLHandshakeException words = new SSLHandshakeException("the certificate of " + user.base()
                    + " is for another name, or no authority that is trusted here has signed it");
            words.initCause(e);
            return words;
        }
        if (e instanceof ConnectException) {
            ConnectException words =
                    new ConnectException("cannot connect to " + user.base() + " over QUIC: " + e.getMessage());
            words.initCause(e);
            return words;
        }
        return Waiting.asBreak(e);
    }
}

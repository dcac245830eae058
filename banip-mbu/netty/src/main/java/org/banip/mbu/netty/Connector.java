package org.banip.mbu.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.uplink.AddressOrder;

/** Makes TCP connections to the broker: resolves its name, takes the address that answers first, and adds TLS. Any thread. */
final class Connector {
    /** The handlers above TCP and TLS of a new connection. */
    interface Handlers extends Supplier<ChannelHandler[]> {}

    private final UplinkContext context;
    private final AddressOrder addresses;
    private final Supplier<ByteCounter> counters;
    private final Tls tls;
    private final Handlers handlers;
    private final boolean secure;

    /**
     * For connections of one uplink.
     *
     * @param addresses orders those of the broker
     * @param counters makes a counter for each connection
     */
    Connector(
            UplinkContext context, AddressOrder addresses, Supplier<ByteCounter> counters, Tls tls, Handlers handlers) {
        this.context = context;
        this.addresses = addresses;
        this.counters = counters;
        this.tls = tls;
        this.handlers = handlers;
        secure = "https".equalsIgnoreCase(context.base().getScheme());
    }

    /**
     * Begins to connect, with TLS if the base URL has it. Cancelling the result ends the attempt.
     *
     * @throws IOException if the broker's name is not known
     */
    CompletableFuture<Channel> connect(EventLoopGroup loops) throws IOException {
        URI base = context.base();
        int known = secure ? BrokerAddresses.HTTPS_PORT : BrokerAddresses.HTTP_PORT;
        int port = base.getPort() >= 0 ? base.getPort() : known;
        return BrokerAddresses.race(context, addresses, port, loops, remote -> connectTo(loops, remote));
    }

    private CompletableFuture<Channel> connectTo(EventLoopGroup loops, InetSocketAddress remote) {
        CompletableFuture<Channel> secured = new CompletableFuture<>();
        Bootstrap bootstrap = NetworkSockets.configure(new Bootstrap().group(loops), context.settings())
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) throws IOException {
                        RetryLimit.whileConnecting(channel, context.settings().connectTimeout());
                        ChannelPipeline pipeline = channel.pipeline();
                        pipeline.addLast(counters.get());
                        if (secure) {
                            pipeline.addLast(tls.handler(channel, remote.getPort()));
                        }
                        pipeline.addLast(handlers.get());
                    }
                });
        SocketAddress local = context.settings()
                .localAddress()
                .map(address -> new InetSocketAddress(address, 0))
                .orElse(null);
        long begun = System.nanoTime();
        ChannelFuture connecting = local == null ? bootstrap.connect(remote) : bootstrap.connect(remote, local);
        Channels.whenDone(secured, (channel, failure) -> {
            if (failure != null) {
                Channels.close(connecting.channel()); // an attempt that is cancelled ends at once
            }
        });
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                context.traffic().connected();
                long roundTripNanos = System.nanoTime() - begun;
                AnswerPatience.noteRoundTrip(connecting.channel(), roundTripNanos);
                RetryLimit.connected(connecting.channel(), roundTripNanos);
                begun(connecting.channel(), secured);
            } else {
                secured.completeExceptionally(explained(done.cause()));
            }
        });
        return secured;
    }

    /** An answer to the first request may take no longer than this; an exchange knows how long the host may be silent. */
    private void begun(Channel channel, CompletableFuture<Channel> secured) {
        try {
            NetworkSockets.giveUpAfter(channel, context.settings().responseTimeout());
            whenSecured(channel, secured);
        } catch (IOException e) {
            secured.completeExceptionally(e);
        }
    }

    private void whenSecured(Channel channel, CompletableFuture<Channel> secured) {
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        if (handler == null) {
            complete(secured, channel);
            return;
        }
        handler.handshakeFuture().addListener(done -> {
            Throwable failure = done.isSuccess() ? tls.wrongProtocol(handler) : done.cause();
            if (failure == null) {
                complete(secured, channel);
            } else {
                Channels.close(channel);
                secured.completeExceptionally(explained(failure));
            }
        });
    }

    private static void complete(CompletableFuture<Channel> secured, Channel channel) {
        if (!secured.complete(channel)) {
            Channels.close(channel); // nobody wants it any more
        }
    }

    private Throwable explained(Throwable e) {
        if (e instanceof NotSslRecordException) {
            return new SSLException("no TLS is spoken at " + context.base() + "; is it http://?", e);
        }
        if (e instanceof ConnectException) {
            String words = String.valueOf(e.getMessage());
            String reason = words.contains("Connection refused") ? "Connection refused" : words;
            return new ConnectException("cannot connect to " + context.base() + ": " + reason).initCause(e);
        }
        return e;
    }
}

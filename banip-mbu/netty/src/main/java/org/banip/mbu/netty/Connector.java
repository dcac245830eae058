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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.banip.mbu.spi.UplinkContext;

/** Makes TCP connections to the broker: resolves its name, tries its addresses in order, and adds TLS. Any thread. */
final class Connector {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** The handlers above TCP and TLS of a new connection. */
    interface Handlers extends Supplier<ChannelHandler[]> {}

    private final UplinkContext context;
    private final Supplier<ByteCounter> counters;
    private final Tls tls;
    private final Handlers handlers;
    private final boolean secure;

    Connector(UplinkContext context, Supplier<ByteCounter> counters, Tls tls, Handlers handlers) {
        this.context = context;
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
        int port = base.getPort() >= 0 ? base.getPort() : secure ? HTTPS_PORT : HTTP_PORT;
        CompletableFuture<Channel> ready = new CompletableFuture<>();
        connect(loops, Arrays.asList(InetAddress.getAllByName(base.getHost())).iterator(), port, ready);
        return ready;
    }

    private void connect(
            EventLoopGroup loops, Iterator<InetAddress> addresses, int port, CompletableFuture<Channel> ready) {
        InetSocketAddress remote = new InetSocketAddress(addresses.next(), port);
        Channels.whenDone(connectTo(loops, remote), (channel, failure) -> {
            if (failure == null) {
                if (!ready.complete(channel)) {
                    Channels.close(channel);
                }
            } else if (addresses.hasNext() && !ready.isDone()) {
                connect(loops, addresses, port, ready);
            } else {
                ready.completeExceptionally(explained(failure));
            }
        });
    }

    private CompletableFuture<Channel> connectTo(EventLoopGroup loops, InetSocketAddress remote) {
        CompletableFuture<Channel> secured = new CompletableFuture<>();
        Bootstrap bootstrap = NetworkSockets.configure(new Bootstrap().group(loops), context.settings())
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) throws IOException {
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
        ChannelFuture connecting = local == null ? bootstrap.connect(remote) : bootstrap.connect(remote, local);
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                context.traffic().connected();
                whenSecured(connecting.channel(), secured);
            } else {
                secured.completeExceptionally(done.cause());
            }
        });
        return secured;
    }

    private void whenSecured(Channel channel, CompletableFuture<Channel> secured) {
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        if (handler == null) {
            secured.complete(channel);
            return;
        }
        handler.handshakeFuture().addListener(done -> {
            Throwable failure = done.isSuccess() ? tls.wrongProtocol(handler) : done.cause();
            if (failure == null) {
                secured.complete(channel);
            } else {
                Channels.close(channel);
                secured.completeExceptionally(failure);
            }
        });
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

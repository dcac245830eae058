package org.banip.mbu.netty.front;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Queue;
import javax.net.ssl.SSLException;
import org.banip.core.interconnect.Protocol;

/** Passes one request on to the host, on a connection of its own, and the answer back. Belongs to the front's thread. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails is followed by a close, which the MBU notices
final class FrontStream extends ChannelInboundHandlerAdapter {
    private final URI host;
    private final EventLoopGroup loops;
    private final Queue<Object> early = new ArrayDeque<>();
    private Channel upstream;
    private boolean closed;

    FrontStream(URI host, EventLoopGroup loops) {
        this.host = host;
        this.loops = loops;
    }

    /** Ends a stream so that the MBU does not take what came for a whole answer. */
    private static void breakOff(Channel stream) {
        if (stream instanceof QuicStreamChannel quic) {
            quic.shutdown(Http3ErrorCode.H3_REQUEST_CANCELLED.code(), quic.newPromise());
        }
        stream.close();
    }

    /** Whether the request comes before the handshake is complete. */
    private static boolean isEarly(Channel stream) {
        return stream instanceof QuicStreamChannel quic && !quic.parent().isActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request) {
            request.headers().set(HttpHeaderNames.HOST, "127.0.0.1");
            if (isEarly(context.channel())) {
                request.headers().set(Protocol.EARLY_DATA_HEADER, "1");
            }
            connect(context.channel());
        }
        if (upstream == null) {
            early.add(message);
        } else {
            upstream.writeAndFlush(message);
        }
    }

    private void connect(Channel stream) {
        new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.SO_SNDBUF, 16 << 10)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) throws SSLException {
                        if (host.getScheme().equals("https")) {
                            channel.pipeline()
                                    .addLast(SslContextBuilder.forClient()
                                            .trustManager(InsecureTrustManagerFactory.INSTANCE)
                                            .endpointIdentificationAlgorithm(null)
                                            .build()
                                            .newHandler(channel.alloc()));
                        }
                        channel.pipeline().addLast(new HttpClientCodec(), new Upstream(stream));
                    }
                })
                .connect(host.getHost(), host.getPort())
                .addListener(done -> {
                    if (!done.isSuccess() || closed) {
                        breakOff(stream);
                    }
                });
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closed = true;
        early.forEach(ReferenceCountUtil::release);
        early.clear();
        if (upstream != null) {
            upstream.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }

    /** The connection to the host. */
    private final class Upstream extends ChannelInboundHandlerAdapter {
        private final Channel stream;
        private boolean answered;

        Upstream(Channel stream) {
            this.stream = stream;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            upstream = context.channel();
            if (closed) {
                context.close();
            }
            for (Object message = early.poll(); message != null; message = early.poll()) {
                context.writeAndFlush(message);
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            stream.config().setAutoRead(context.channel().isWritable());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (((HttpObject) message).decoderResult().isFailure()) {
                ReferenceCountUtil.release(message);
                breakOff(stream);
                return;
            }
            boolean last = message instanceof LastHttpContent;
            answered |= last;
            stream.writeAndFlush(message).addListener(done -> {
                if (last) {
                    stream.close();
                }
            });
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!answered) {
                breakOff(stream);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}

package org.banip.mbu.netty.front;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Queue;

/** Passes the bytes of a connection of HTTP/1.1 on to the host, and back. Belongs to the front's thread. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails is followed by a close
final class Tunnel extends ChannelInboundHandlerAdapter {
    private final URI host;
    private final EventLoopGroup loops;
    private final Queue<Object> early = new ArrayDeque<>();
    private Channel upstream;
    private boolean closed;

    Tunnel(URI host, EventLoopGroup loops) {
        this.host = host;
        this.loops = loops;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        Channel client = context.channel();
        new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext connected) {
                        upstream = connected.channel();
                        early.forEach(upstream::write);
                        early.clear();
                        upstream.flush();
                        if (closed) {
                            connected.close();
                        }
                    }

                    @Override
                    public void channelRead(ChannelHandlerContext connected, Object bytes) {
                        client.writeAndFlush(bytes);
                    }

                    @Override
                    public void channelInactive(ChannelHandlerContext connected) {
                        client.close();
                    }
                })
                .connect(host.getHost(), host.getPort());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (upstream == null) {
            early.add(bytes);
        } else {
            upstream.writeAndFlush(bytes);
        }
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
}

package org.banip.measure.http.client;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;

/** HTTP/1.1: up to six connections, one request after the other on each, as browsers do. */
final class Http1Connector extends TcpConnector {
    private static final int CONNECTIONS = 6;

    Http1Connector(EventLoopGroup group, SslContext tls, InetSocketAddress server) {
        super(group, tls, server);
    }

    @Override
    public int mostConnections() {
        return CONNECTIONS;
    }

    @Override
    public int mostRequests() {
        return 1;
    }

    @Override
    Connection connection(Channel channel) {
        AnswerReader reader = new AnswerReader();
        channel.pipeline().addLast(new HttpClientCodec(), reader);
        return new Connection() {
            @Override
            public void send(Exchange exchange) {
                reader.expect(exchange);
                channel.writeAndFlush(Requests.message(exchange.request())).addListener(reader::sent);
            }

            @Override
            public void close() {
                ChannelFuture unused = channel.close();
            }
        };
    }
}

package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.banip.mbu.settings.HttpSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The send buffer of a real connection, as the system tells it. */
class SendBufferTest {
    /** Less than any system allows, so that it is granted. */
    private static final int WANTED = 160_000;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NetworkSockets.ioHandlers());
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        Future<?> unused = group.shutdownGracefully();
        server.close();
    }

    @Test
    void followsWhatThePathCarries() {
        Channel channel = connect(HttpSettings.DEFAULT);
        int atFirst = bytes(channel);
        SendBuffer buffer = new SendBuffer(channel, HttpSettings.DEFAULT);

        buffer.hold(WANTED);
        assertThat(bytes(channel)).isGreaterThanOrEqualTo(WANTED).isGreaterThan(atFirst);

        buffer.hold(0);
        assertThat(bytes(channel)).isEqualTo(atFirst);
    }

    @Test
    void holdsWhatAllStreamsOfTheConnectionNeed() {
        Channel connection = connect(HttpSettings.DEFAULT);
        int atFirst = bytes(connection);
        EmbeddedChannel one = stream(connection);
        SendBuffer first = new SendBuffer(one, HttpSettings.DEFAULT);
        SendBuffer second = new SendBuffer(stream(connection), HttpSettings.DEFAULT);

        first.hold(WANTED / 2);
        second.hold(WANTED / 2);
        assertThat(bytes(connection)).isGreaterThanOrEqualTo(WANTED);
        first.hold(WANTED / 2);
        assertThat(bytes(connection)).isGreaterThanOrEqualTo(WANTED);

        assertThat(one.close().isDone()).isTrue();
        second.hold(0);
        assertThat(bytes(connection)).isEqualTo(atFirst);
    }

    private static EmbeddedChannel stream(Channel connection) {
        return new EmbeddedChannel(connection, DefaultChannelId.newInstance(), true, false);
    }

    @Test
    void staysAsTheAppHasSetIt() {
        HttpSettings settings = HttpSettings.builder()
                .sendBufferBytes(HttpSettings.DEFAULT.sendBufferBytes())
                .build();
        Channel channel = connect(settings);
        int atFirst = bytes(channel);

        new SendBuffer(channel, settings).hold(WANTED);

        assertThat(bytes(channel)).isEqualTo(atFirst);
    }

    private Channel connect(HttpSettings settings) {
        return NetworkSockets.configure(new Bootstrap().group(group), settings)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server.getInetAddress(), server.getLocalPort())
                .syncUninterruptibly()
                .channel();
    }

    private static int bytes(Channel channel) {
        return channel.config().getOption(ChannelOption.SO_SNDBUF);
    }
}

package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.banip.mbu.settings.HttpSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The congestion control of a real connection, as the kernel tells it. */
class CongestionControlTest {
    private static final long LITTLE = CongestionControl.LITTLE_BYTES - 1;
    private static final long MORE = CongestionControl.MORE_BYTES + 1;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NetworkSockets.ioHandlers());
    private ServerSocket server;
    private Channel channel;

    @BeforeEach
    void connect() throws IOException {
        assumeTrue(Epoll.isAvailable(), "only Netty's epoll sockets have this option");
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        channel = NetworkSockets.configure(new Bootstrap().group(group), HttpSettings.DEFAULT)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server.getInetAddress(), server.getLocalPort())
                .syncUninterruptibly()
                .channel();
    }

    @AfterEach
    void close() throws IOException {
        Future<?> unused = group.shutdownGracefully();
        if (server != null) {
            server.close();
        }
    }

    @Test
    void bbrIsLeftOnAPathThatCarriesLittleAndComesBack() {
        String ofSystem = CongestionControl.name(channel);
        assumeTrue(ofSystem.equals("bbr"), "this system's congestion control is " + ofSystem);
        SendBuffer buffer = new SendBuffer(channel, HttpSettings.DEFAULT);

        buffer.hold(0);
        assertThat(CongestionControl.name(channel)).isEqualTo("bbr");

        buffer.hold(LITTLE);
        assertThat(CongestionControl.name(channel)).isIn("cubic", "reno");

        buffer.hold(MORE - 1);
        assertThat(CongestionControl.name(channel)).isIn("cubic", "reno");

        buffer.hold(MORE);
        assertThat(CongestionControl.name(channel)).isEqualTo("bbr");
    }

    @Test
    void anotherOneStays() {
        assumeTrue(CongestionControl.set(channel, "reno"), "this system does not allow reno");
        SendBuffer buffer = new SendBuffer(channel, HttpSettings.DEFAULT);

        buffer.hold(LITTLE);
        buffer.hold(MORE);

        assertThat(CongestionControl.name(channel)).isEqualTo("reno");
    }

    @Test
    void aConnectionThatHasEndedIsNoFault() {
        SendBuffer buffer = new SendBuffer(channel, HttpSettings.DEFAULT);
        buffer.hold(LITTLE);
        channel.close().syncUninterruptibly();

        assertThat(CongestionControl.set(channel, "reno")).isFalse();
        assertThat(CongestionControl.name(channel)).isEmpty();
    }
}

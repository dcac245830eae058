package org.banip.mbu.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.time.Duration;
import org.banip.mbu.settings.HttpSettings;

/** The kind of sockets: epoll, where Netty has it, and the JDK's elsewhere. Only epoll offers options for what the kernel holds back. */
final class NetworkSockets {
    private static final boolean EPOLL = Epoll.isAvailable();

    /** How many bytes the kernel may hold that it has not sent. The rest stays in the spool. */
    private static final long NOT_SENT_BYTES = 4096;

    /** Above the high mark a source is not polled; what waits in Netty cannot be overtaken. */
    static final WriteBufferWaterMark MARKS = new WriteBufferWaterMark(1, 1024);

    private NetworkSockets() {}

    static IoHandlerFactory ioHandlers() {
        return EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    /** The kind of sockets for UDP. */
    static Class<? extends Channel> datagrams() {
        return EPOLL ? EpollDatagramChannel.class : NioDatagramChannel.class;
    }

    /** Sets kind and options of the sockets. */
    static Bootstrap configure(Bootstrap bootstrap, HttpSettings settings) {
        bootstrap
                .channel(EPOLL ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, settings.tcpNoDelay())
                .option(ChannelOption.SO_KEEPALIVE, settings.tcpKeepAlive())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.connectTimeout().toMillis())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .option(ChannelOption.AUTO_CLOSE, false); // after a failed write there may be an error to read
        if (settings.sendBufferBytes() > 0) {
            bootstrap.option(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        if (settings.receiveBufferBytes() > 0) {
            bootstrap.option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        if (EPOLL) {
            bootstrap.option(EpollChannelOption.TCP_NOTSENT_LOWAT, NOT_SENT_BYTES);
        }
        return bootstrap;
    }

    /**
     * Lets the kernel give up a connection whose bytes were not acknowledged for the time that a host may be silent, or that an answer may take, if that is
     * longer.
     *
     * @throws IOException if the connection is closed already
     */
    static void giveUpAfter(Channel channel, HttpSettings settings, Duration silence) throws IOException {
        Duration answer = settings.responseTimeout();
        giveUpAfter(channel, answer.compareTo(silence) > 0 ? answer : silence);
    }

    /**
     * Lets the kernel give up a connection whose bytes were not acknowledged for this time.
     *
     * @throws IOException if the connection is closed already
     */
    static void giveUpAfter(Channel channel, Duration silence) throws IOException {
        if (channel instanceof EpollSocketChannel) {
            try {
                channel.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, (int) silence.toMillis());
            } catch (ChannelException e) {
                throw new IOException("the connection was closed", e);
            }
        }
    }

    /** Whether the other end of the connection has all bytes, as far as the kernel tells. */
    static Arrival arrival(Channel channel) {
        if (!(channel instanceof EpollSocketChannel socket)) {
            return Arrival.UNKNOWN;
        }
        try {
            return socket.tcpInfo().unacked() == 0 ? Arrival.YES : Arrival.NO;
        } catch (RuntimeException e) {
            return Arrival.UNKNOWN; // the channel was closed
        }
    }
}

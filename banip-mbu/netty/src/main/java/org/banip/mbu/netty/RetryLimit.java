package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Limits how long the kernel waits between two retransmissions (TCP_RTO_MAX_MS, Linux 6.15 or newer). By default each wait is twice as long as the
 * one before, up to 120 s. So after an outage nothing may be sent for as long as the outage has lasted. Sockets of other kinds, and older kernels,
 * stay as they are. Event loop of the channel.
 */
final class RetryLimit {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_RTO_MAX_MS = 44;
    private static final ChannelOption<Integer> OPTION =
            new IntegerUnixChannelOption("TCP_RTO_MAX_MS", IPPROTO_TCP, TCP_RTO_MAX_MS);

    /** How often the kernel repeats a SYN. By default 6 times: once a second, these would be used up before the MBU's own time-out. */
    private static final ChannelOption<Integer> TRIES = new IntegerUnixChannelOption("TCP_SYNCNT", IPPROTO_TCP, 7);

    /** The most that the kernel takes. */
    private static final int MOST_TRIES = 127;

    /** The limit while a connection is made: the least that the kernel takes. */
    private static final Duration CONNECTING = Duration.ofSeconds(1);

    private static final Duration LEAST = Duration.ofSeconds(2);
    private static final int ROUND_TRIPS = 3;

    /** The most that the kernel takes, and its default. */
    private static final Duration MOST = Duration.ofMinutes(2);

    private static final boolean AVAILABLE = probe();

    private RetryLimit() {}

    /** Whether the kernel and Netty's sockets have this option. */
    static boolean isAvailable() {
        return AVAILABLE;
    }

    private static boolean probe() {
        if (!Epoll.isAvailable()) {
            return false;
        }
        try {
            Socket socket = Socket.newSocketStream();
            try {
                socket.setIntOpt(IPPROTO_TCP, TCP_RTO_MAX_MS, (int) CONNECTING.toMillis());
                return true;
            } finally {
                socket.close();
            }
        } catch (IOException | ChannelException e) {
            return false; // an older kernel, or no socket is left: then connections go without it
        }
    }

    /**
     * Lets the kernel send a SYN once a second.
     *
     * @param channel that will be connected
     * @param timeout after which the MBU gives the attempt up
     */
    static void whileConnecting(Channel channel, Duration timeout) {
        if (AVAILABLE && channel instanceof EpollSocketChannel) {
            long tries = timeout.toMillis() / CONNECTING.toMillis() + 1;
            channel.config().setOption(OPTION, (int) CONNECTING.toMillis());
            channel.config().setOption(TRIES, (int) Math.min(MOST_TRIES, tries));
        }
    }

    /**
     * Sets the limit of a connection that was made: three round trips, so that bytes which are only slow are not sent twice, at least 2 s and at most
     * 120 s. Closes the channel if its connection has broken.
     *
     * @param handshakeNanos how long TCP's handshake took, lost SYNs included; it counts if the kernel does not know the round trip
     */
    static void connected(Channel channel, long handshakeNanos) {
        if (AVAILABLE && channel instanceof EpollSocketChannel socket) {
            try {
                long measured = TimeUnit.MICROSECONDS.toNanos(socket.tcpInfo().rtt());
                Duration trips = Duration.ofNanos(measured > 0 ? measured : handshakeNanos)
                        .multipliedBy(ROUND_TRIPS);
                long millis = Math.max(LEAST.toMillis(), Math.min(trips.toMillis(), MOST.toMillis()));
                channel.config().setOption(OPTION, (int) millis);
            } catch (ChannelException e) {
                Channels.close(channel); // it broke just now
            }
        }
    }

    /** The kernel sends ever more rarely: a path that is interrupted may keep all of it in a queue. */
    static void lift(Channel channel) {
        if (AVAILABLE && channel instanceof EpollSocketChannel) {
            try {
                channel.config().setOption(OPTION, (int) MOST.toMillis());
            } catch (ChannelException e) {
                Channels.close(channel); // it broke just now
            }
        }
    }

    /** The limit of a connection in milliseconds; 0 if the kernel has no such option. */
    static int millis(Channel channel) {
        return AVAILABLE && channel instanceof EpollSocketChannel
                ? channel.config().getOption(OPTION)
                : 0;
    }
}

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

/**
 * How long the kernel waits at most before it sends what was not acknowledged once more (TCP_RTO_MAX_MS, Linux 6.15 or newer). Without it each wait is
 * twice as long as the one before, up to 120 s, so after an outage nothing may be sent for as long as the outage was.
 */
final class RetryLimit {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_RTO_MAX_MS = 44;
    private static final ChannelOption<Integer> OPTION =
            new IntegerUnixChannelOption("TCP_RTO_MAX_MS", IPPROTO_TCP, TCP_RTO_MAX_MS);

    /** How many tries a connection has, in place of six, which would end with these short waits before the connection's own time-out. */
    private static final ChannelOption<Integer> TRIES = new IntegerUnixChannelOption("TCP_SYNCNT", IPPROTO_TCP, 7);

    private static final int MOST_TRIES = 127;

    /** While a connection is made: the least that the kernel takes. */
    private static final Duration CONNECTING = Duration.ofSeconds(1);

    private static final Duration LEAST = Duration.ofSeconds(2);
    private static final int ROUND_TRIPS = 3;
    /** The most that the kernel takes, and its default. */
    private static final Duration MOST = Duration.ofSeconds(120);

    private static final boolean AVAILABLE = probe();

    private RetryLimit() {}

    /** Whether the kernel has this option. */
    static boolean isAvailable() {
        return AVAILABLE;
    }

    private static boolean probe() {
        if (!Epoll.isAvailable()) {
            return false;
        }
        Socket socket = Socket.newSocketStream();
        try {
            socket.setIntOpt(IPPROTO_TCP, TCP_RTO_MAX_MS, (int) CONNECTING.toMillis());
            return true;
        } catch (IOException e) {
            return false; // an older kernel
        } finally {
            close(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket that was never connected is not closed", e);
        }
    }

    /** For a connection that is about to be made within this time. */
    static void whileConnecting(Channel channel, Duration timeout) {
        if (AVAILABLE && channel instanceof EpollSocketChannel) {
            channel.config().setOption(OPTION, (int) CONNECTING.toMillis());
            channel.config().setOption(TRIES, (int) Math.min(MOST_TRIES, timeout.dividedBy(CONNECTING) + 1));
        }
    }

    /**
     * For a connection that was made: three round trips, so that a slow path is not taken for a lost one, at least 2 s and at most 120 s.
     *
     * @param roundTripNanos of its handshake
     */
    static void connected(Channel channel, long roundTripNanos) {
        Duration trips = Duration.ofNanos(roundTripNanos).multipliedBy(ROUND_TRIPS);
        long millis = Math.max(LEAST.toMillis(), Math.min(trips.toMillis(), MOST.toMillis()));
        if (AVAILABLE && channel instanceof EpollSocketChannel) {
            try {
                channel.config().setOption(OPTION, (int) millis);
            } catch (ChannelException e) {
                Channels.close(channel); // it broke just now
            }
        }
    }

    /** What the kernel has for a connection, in milliseconds; 0 if it does not have this. */
    static int millis(Channel channel) {
        return AVAILABLE && channel instanceof EpollSocketChannel
                ? channel.config().getOption(OPTION)
                : 0;
    }
}

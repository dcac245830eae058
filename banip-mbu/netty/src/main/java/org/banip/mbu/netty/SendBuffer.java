package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.AttributeKey;
import java.util.HashMap;
import java.util.Map;
import org.banip.mbu.settings.HttpSettings;

/**
 * The send buffer of a TCP connection (SO_SNDBUF). It follows what the path carries: if it were smaller, the path would be idle while it waits for
 * acknowledgements; if it were larger, urgent packets would wait in it. The streams of an HTTP/2 connection share it: it holds what all of them need.
 * What all of them need decides about the {@link CongestionControl}, too. Belongs to the channel's thread, which is that of the connection.
 */
final class SendBuffer {
    private static final int MOST_BYTES = 8 << 20;
    /** Smaller changes are not made. */
    private static final double CHANGE = 1.25;

    private static final AttributeKey<Shares> SHARES = AttributeKey.valueOf(SendBuffer.class, "shares");

    private final Channel channel;
    private final Channel socket;
    private final int least;
    private final boolean follows;

    /** The buffer of a connection that was made with these settings, for the connection's channel or that of a stream. */
    SendBuffer(Channel channel, HttpSettings settings) {
        this.channel = channel;
        socket = channel.parent() instanceof SocketChannel ? channel.parent() : channel;
        least = settings.sendBufferBytes();
        follows = settings.sendBufferGrows() && least > 0 && socket instanceof SocketChannel;
    }

    /** What each channel of a connection needs, and the size that was set last. */
    private static final class Shares {
        private final Map<Channel, Long> wanted = new HashMap<>();
        private final CongestionControl control;
        private long sum;
        private int bytes;

        Shares(Channel socket, int bytes) {
            control = new CongestionControl(socket);
            this.bytes = bytes;
        }

        void put(Channel channel, long share) {
            Long before = wanted.put(channel, share);
            sum += share - (before == null ? 0 : before);
        }

        void remove(Channel channel) {
            Long before = wanted.remove(channel);
            sum -= before == null ? 0 : before;
        }
    }

    /** Sets the size, in bytes: at least that of the beginning. The kernel may grant less. A small change is not made. */
    void hold(long wanted) {
        if (!(socket instanceof SocketChannel)) {
            return;
        }
        Shares shares = shares();
        if (socket != channel && !shares.wanted.containsKey(channel)) {
            channel.closeFuture().addListener(closed -> shares.remove(channel));
        }
        shares.put(channel, Math.min(MOST_BYTES, wanted));
        shares.control.suit(shares.sum);
        if (!follows) {
            return;
        }
        int wish = (int) Math.max(least, Math.min(MOST_BYTES, shares.sum));
        if (wish > CHANGE * shares.bytes || CHANGE * wish < shares.bytes) {
            shares.bytes = wish;
            set(wish);
        }
    }

    private Shares shares() {
        Shares shares = socket.attr(SHARES).get();
        if (shares == null) {
            shares = new Shares(socket, least);
            socket.attr(SHARES).set(shares);
        }
        return shares;
    }

    private void set(int wish) {
        try {
            socket.config().setOption(ChannelOption.SO_SNDBUF, wish);
        } catch (ChannelException e) {
            channel.pipeline().fireExceptionCaught(e); // the connection was closed
        }
    }
}

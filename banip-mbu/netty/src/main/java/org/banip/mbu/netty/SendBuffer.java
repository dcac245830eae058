package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import org.banip.mbu.settings.HttpSettings;

/**
 * The send buffer of a TCP connection (SO_SNDBUF). It follows what the path carries: if it were smaller, the path would be idle while it waits for
 * acknowledgements; if it were larger, urgent packets would wait in it. Belongs to the channel's thread.
 */
final class SendBuffer {
    private static final int MOST_BYTES = 8 << 20;
    /** Smaller changes are not made. */
    private static final double CHANGE = 1.25;

    private final Channel channel;
    private final int least;
    private final boolean follows;
    private int bytes;

    /** The buffer of a connection that was made with these settings. */
    SendBuffer(Channel channel, HttpSettings settings) {
        this.channel = channel;
        least = settings.sendBufferBytes();
        follows = settings.sendBufferGrows() && least > 0 && channel instanceof SocketChannel;
        bytes = least;
    }

    /** Sets the size, in bytes: at least that of the beginning. The kernel may grant less. A small change is not made. */
    void hold(long wanted) {
        int wish = (int) Math.max(least, Math.min(MOST_BYTES, wanted));
        if (follows && (wish > CHANGE * bytes || CHANGE * wish < bytes)) {
            bytes = wish;
            set(wish);
        }
    }

    private void set(int wish) {
        try {
            channel.config().setOption(ChannelOption.SO_SNDBUF, wish);
        } catch (ChannelException e) {
            channel.pipeline().fireExceptionCaught(e); // the connection was closed
        }
    }
}

package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The congestion control of a TCP connection (TCP_CONGESTION, Linux). It is the system's, but for {@code bbr} on a path that carries little. Every ten
 * seconds {@code bbr} has at most four segments under way for a round trip, to measure the path's own round trip. There that is seconds, the segments are
 * short, and urgent packets wait behind them in the kernel. The send window limits what is under way, so the path loses nothing by {@code cubic}, or
 * {@code reno} where {@code cubic} is not allowed. Belongs to the thread of the channel.
 */
final class CongestionControl {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;

    /** The length of a name, filled with zeros (TCP_CA_NAME_MAX). */
    private static final int NAME_BYTES = 16;

    private static final ChannelOption<ByteBuffer> OPTION =
            new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, NAME_BYTES);

    private static final String[] OTHERS = {"cubic", "reno"};

    /** A path that carries less than this in a round trip and the time that packets may queue carries little: GPRS and EDGE do. */
    static final long LITTLE_BYTES = 10_000;

    /** From here on it carries more. In between everything stays as it is. */
    static final long MORE_BYTES = 4 * LITTLE_BYTES;

    private final Channel socket;
    private final String ofSystem;
    private boolean replaced;

    /** That of a connection which was just made, or whose congestion control nobody has changed. */
    CongestionControl(Channel socket) {
        this.socket = socket;
        ofSystem = name(socket);
    }

    /** Sets what suits a path. It carries this number of bytes in its round trip and the time that packets may queue; 0 if that is not known. */
    void suit(long bytes) {
        if (!ofSystem.startsWith("bbr")) {
            return;
        }
        if (!replaced && bytes > 0 && bytes < LITTLE_BYTES) {
            replaced = true;
            boolean set = false;
            for (int i = 0; i < OTHERS.length && !set; i++) {
                set = set(socket, OTHERS[i]);
            }
        } else if (replaced && bytes > MORE_BYTES) {
            replaced = !set(socket, ofSystem);
        }
    }

    /** Sets it by its name. Returns false if the system does not allow it, or the connection has ended. */
    static boolean set(Channel socket, String name) {
        ByteBuffer value = ByteBuffer.wrap(Arrays.copyOf(name.getBytes(StandardCharsets.US_ASCII), NAME_BYTES));
        try {
            return socket instanceof EpollSocketChannel && socket.config().setOption(OPTION, value);
        } catch (ChannelException e) {
            return false;
        }
    }

    /** The name of the congestion control, for example {@code bbr}; empty if the socket does not tell. */
    static String name(Channel socket) {
        if (!(socket instanceof EpollSocketChannel)) {
            return "";
        }
        try {
            ByteBuffer value = socket.config().getOption(OPTION);
            return StandardCharsets.US_ASCII.decode(value).toString().trim();
        } catch (ChannelException e) {
            return ""; // the connection has ended
        }
    }
}

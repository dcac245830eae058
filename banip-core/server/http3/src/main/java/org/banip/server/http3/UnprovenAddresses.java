package org.banip.server.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Bounds what an address gets before it has proved that it is the client's own, so that nobody makes a server flood somebody else. The library bounds
 * it, too, but not what it sends again when nothing is acknowledged. Stands between the UDP socket and the library. The QUIC thread only.
 */
@ChannelHandler.Sharable // by sockets one after the other
final class UnprovenAddresses extends ChannelDuplexHandler {
    /**
     * "A server MUST discard an Initial packet that is carried in a UDP datagram with a payload that is smaller than the smallest allowed maximum
     * datagram size of 1200 bytes." (RFC 9000, section 14.1)
     */
    private static final int LEAST_BYTES = 1200;
    /** "An endpoint MUST limit the amount of data it sends to the unvalidated address to three times the amount of data received" (section 8). */
    private static final int FACTOR = 3;
    /** Beyond this number of handshakes the oldest is not bounded here any more. From 64 on, the library demands a proof first. */
    private static final int MOST = 4096;
    /** No handshake takes as long. */
    private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();

    private static final int LONG_HEADER = 0x80;
    private static final int TYPE = 0x30;
    private static final int INITIAL = 0x00;
    private static final int VERSION_1 = 1;

    private final LongSupplier nanoClock;
    /** Oldest first. */
    private final Map<InetSocketAddress, Budget> unproven = new LinkedHashMap<>();
    /** How many connections have proved an address. */
    private final Map<InetSocketAddress, Integer> proven = new HashMap<>();

    UnprovenAddresses(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    private static final class Budget {
        private final long begunNanos;
        private long bytes;

        Budget(long begunNanos) {
            this.begunNanos = begunNanos;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof DatagramPacket datagram && isLong(datagram.content())) {
            if (isShortStart(datagram.content())) {
                datagram.release();
                return;
            }
            received(datagram.sender(), datagram.content().readableBytes());
        }
        context.fireChannelRead(message);
    }

    private static boolean isLong(ByteBuf content) {
        return content.isReadable() && (content.getByte(content.readerIndex()) & LONG_HEADER) != 0;
    }

    /** Whether it begins a connection, or would if its version were known here, and is too short for that. */
    private static boolean isShortStart(ByteBuf content) {
        int at = content.readerIndex();
        return content.readableBytes() < LEAST_BYTES
                && (content.readableBytes() <= Integer.BYTES
                        || content.getInt(at + 1) != VERSION_1
                        || (content.getByte(at) & TYPE) == INITIAL);
    }

    private void received(InetSocketAddress from, int bytes) {
        if (proven.containsKey(from)) {
            return;
        }
        Budget budget = unproven.get(from);
        if (budget == null || isOver(budget)) {
            unproven.remove(from);
            if (unproven.size() >= MOST) {
                Iterator<InetSocketAddress> oldest = unproven.keySet().iterator();
                oldest.next();
                oldest.remove();
            }
            budget = new Budget(nanoClock.getAsLong());
            unproven.put(from, budget);
        }
        budget.bytes += (long) FACTOR * bytes;
    }

    private boolean isOver(Budget budget) {
        return nanoClock.getAsLong() - budget.begunNanos > KEPT_NANOS;
    }

    /** What is too much is dropped, as if the network had lost it: the client's next datagram makes room for it. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!unproven.isEmpty() && message instanceof DatagramPacket datagram && !mayGet(datagram)) {
            ReferenceCountUtil.release(message);
            promise.setSuccess();
        } else {
            Future<?> unusedWritten = context.write(message, promise);
        }
    }

    private boolean mayGet(DatagramPacket datagram) {
        Budget budget = unproven.get(datagram.recipient());
        if (budget == null || isOver(budget)) {
            return true;
        }
        int bytes = datagram.content().readableBytes();
        if (bytes > budget.bytes) {
            return false;
        }
        budget.bytes -= bytes;
        return true;
    }

    /** A connection has proved that its client is at this address. */
    void proved(InetSocketAddress address) {
        unproven.remove(address);
        proven.merge(address, 1, Integer::sum);
    }

    /** A connection that had proved this address has ended. */
    void left(InetSocketAddress address) {
        proven.computeIfPresent(address, (unused, count) -> count == 1 ? null : count - 1);
    }
}

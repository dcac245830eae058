package org.banip.emulator.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.banip.emulator.queue.QueuedPacket;

/**
 * One direction of one connection: reads on one side, sends over the lane, and writes on the other side. Its queue is bounded by that of the link.
 */
final class Stream {
    /** IP 20, TCP 20, time stamps 12. */
    static final int HEADERS = 52;

    private final SocketChannel from;
    private final SocketChannel to;
    private final Lane lane;
    private final int segment;
    private final long recoveryNanos;
    private final BlockingQueue<Due> arrived = new LinkedBlockingQueue<>();

    // Used by the clock's thread.
    private long notBeforeNanos = Long.MIN_VALUE;

    /** Bytes with the instant at which they are due. */
    private record Due(ByteBuffer data, long nanos) {
        boolean isEnd() {
            return data.limit() == 0;
        }
    }

    /**
     * Begins when both its methods run.
     *
     * @param recoveryNanos delay of a lost packet and of all packets behind it
     */
    Stream(SocketChannel from, SocketChannel to, Lane lane, int segment, long recoveryNanos) {
        this.from = from;
        this.to = to;
        this.lane = lane;
        this.segment = segment;
        this.recoveryNanos = recoveryNanos;
    }

    /** Reads segments and sends them over the link, until the end of the stream. */
    void read() throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(segment);
        while (from.read(buffer.clear()) >= 0) {
            cross(Arrays.copyOf(buffer.array(), buffer.position()));
        }
        cross(new byte[0]); // the end is a segment, too
    }

    private void cross(byte[] data) throws InterruptedException {
        lane.offer(new QueuedPacket(data, data.length + HEADERS), due -> {
            if (lane.losing(due)) {
                notBeforeNanos = due + recoveryNanos;
            }
            arrived.add(new Due(ByteBuffer.wrap(data), Math.max(due, notBeforeNanos)));
        });
    }

    /** Writes segments when they are due, until the end of the stream. */
    void write() throws IOException, InterruptedException {
        for (Due next = arrived.take(); !next.isEnd(); next = arrived.take()) {
            for (long left = next.nanos - System.nanoTime(); left > 0; left = next.nanos - System.nanoTime()) {
                LockSupport.parkNanos(left);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            while (next.data.hasRemaining()) {
                to.write(next.data);
            }
        }
        to.shutdownOutput();
    }
}

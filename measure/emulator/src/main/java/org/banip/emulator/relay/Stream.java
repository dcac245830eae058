package org.banip.emulator.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.banip.emulator.queue.QueuedPacket;

/** One direction of one connection: read here, across the lane, written there. Its queue is bounded by what the link holds. */
final class Stream {
    /** IP 20, TCP 20, time stamps 12. */
    static final int HEADERS = 52;

    private final SocketChannel from;
    private final SocketChannel to;
    private final Lane lane;
    private final int segment;
    private final long recoveryNanos;
    private final BlockingQueue<Due> arrived = new LinkedBlockingQueue<>();

    // Of the clock's thread.
    private long notBeforeNanos = Long.MIN_VALUE;

    /** Bytes, and when they are due. */
    private record Due(ByteBuffer data, long nanos) {
        boolean isEnd() {
            return data.limit() == 0;
        }
    }

    /**
     * Begins when both its methods are run.
     *
     * @param recoveryNanos what a lost packet, and all behind it, comes later
     */
    Stream(SocketChannel from, SocketChannel to, Lane lane, int segment, long recoveryNanos) {
        this.from = from;
        this.to = to;
        this.lane = lane;
        this.segment = segment;
        this.recoveryNanos = recoveryNanos;
    }

    /** Reads segments and puts them on the link, until the end of the stream. */
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

    /** Writes what has crossed when it is due, until the end of the stream. */
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

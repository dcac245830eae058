package org.banip.mbu.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.banip.core.frame.FrameBuffer;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.banip.mbu.spi.Uplink.PolledBody.Filled;
import org.jspecify.annotations.Nullable;

/**
 * Writes the frames of a body as that of one request. It polls the body only when the channel can take more, so what is not sent stays in the
 * spool. Belongs to the channel's thread, except for {@link #wake}.
 */
final class FramePump {
    private static final int WRITES_IN_A_ROW = 16;
    /** What is ready is written together until it has this length: a piece of a packet in a chunk or a datagram of its own costs bytes. */
    private static final int TOGETHER_BYTES = 4096;

    private final Channel channel;
    private final PolledBody body;
    private final int maxBytes;
    private final SendBuffer buffer;
    private final Consumer<Throwable> failed;
    private final Consumer<Throwable> writeFailed;
    private final AtomicBoolean woken = new AtomicBoolean();

    private java.util.concurrent.@Nullable Future<?> timer;
    private Runnable onEnd = () -> {};
    private Runnable onPolled = () -> {};
    private boolean ended;
    private boolean stopped;

    /**
     * A pump that does not write yet.
     *
     * @param settings of the connection; no packet begins in a flush after {@code maxChunkBytes}
     * @param failed is told why the body gives no more
     * @param writeFailed is told why the channel takes no more
     */
    FramePump(
            Channel channel,
            PolledBody body,
            HttpSettings settings,
            Consumer<Throwable> failed,
            Consumer<Throwable> writeFailed) {
        this.channel = channel;
        this.body = body;
        maxBytes = settings.maxChunkBytes();
        buffer = new SendBuffer(channel, settings);
        this.failed = failed;
        this.writeFailed = writeFailed;
    }

    /** Sets what happens when the body has ended in order. */
    void onEnd(Runnable action) {
        onEnd = action;
    }

    /** Sets what happens after each poll but the last, also when there was nothing to write. */
    void onPolled(Runnable action) {
        onPolled = action;
    }

    /** Writes the first frames, behind the head that was written before, and flushes both. */
    void begin() throws IOException {
        body.beginBody();
        AnswerReader.of(channel).onWritable(this::run);
        body.onReady(this::wake);
        run();
        channel.flush();
    }

    /** There may be something to send. Any thread; does not block. */
    void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                channel.eventLoop().execute(() -> {
                    woken.set(false);
                    run();
                });
            } catch (RejectedExecutionException e) {
                // the uplink was closed
            }
        }
    }

    private void run() {
        try {
            buffer.hold(body.bytesInFlight());
            body.checkUnbroken(); // also if nothing can be written, for the path may be dead
            int writes = 0;
            while (!ended && !stopped && channel.isWritable() && writes < WRITES_IN_A_ROW && writeOnce()) {
                writes++;
            }
            if (writes == WRITES_IN_A_ROW) {
                wake(); // other channels of this thread first
            }
        } catch (Throwable e) { // also an error: the waiting thread must hear of it
            failed.accept(e);
        }
    }

    /** Writes what is ready, as one chunk or DATA frame. Returns whether there may be more. */
    private boolean writeOnce() throws IOException {
        FrameBuffer out = new FrameBuffer(1024);
        Filled last = poll(out);
        if (out.length() > 0) {
            ByteBuf bytes = channel.alloc().ioBuffer(out.length());
            bytes.writeBytes(out.bytes(), 0, out.length());
            written(channel.writeAndFlush(new DefaultHttpContent(bytes)));
        }
        if (last == Filled.END) {
            ended = true;
            cancelTimer();
            written(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
            onEnd.run();
            return false;
        }
        if (last == Filled.NOTHING) {
            cancelTimer();
            timer = channel.eventLoop().schedule(this::run, body.nanosUntilPoll(), TimeUnit.NANOSECONDS);
        }
        onPolled.run();
        return last == Filled.FRAMES;
    }

    /** Polls until there is nothing more, or enough for one write. */
    private Filled poll(FrameBuffer out) throws IOException {
        Filled last = Filled.FRAMES;
        while (last == Filled.FRAMES && out.length() < Math.min(TOGETHER_BYTES, maxBytes)) {
            last = body.poll(out, Integer.MAX_VALUE, maxBytes - out.length());
        }
        return last;
    }

    private void written(ChannelFuture write) {
        write.addListener(done -> {
            if (!done.isSuccess()) {
                writeFailed.accept(done.cause());
            }
        });
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** Whether the body has ended in order. */
    boolean ended() {
        return ended;
    }

    /** Writes no more. */
    void stop() {
        stopped = true;
        cancelTimer();
        body.onReady(() -> {});
    }
}

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
import org.jspecify.annotations.Nullable;

/**
 * Writes the frames of a body as that of one request. It polls the body only when the channel can take more, so what is not sent stays in the
 * spool. Belongs to the channel's thread, except for {@link #wake}.
 */
final class FramePump {
    private static final int FLUSHES_IN_A_ROW = 16;

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
            int flushes = 0;
            while (!ended && !stopped && channel.isWritable() && flushes < FLUSHES_IN_A_ROW && writeOnce()) {
                flushes++;
            }
            if (flushes == FLUSHES_IN_A_ROW) {
                wake(); // other channels of this thread first
            }
        } catch (Throwable e) { // also an error: the waiting thread must hear of it
            failed.accept(e);
        }
    }

    /** Returns whether there may be more. */
    private boolean writeOnce() throws IOException {
        FrameBuffer out = new FrameBuffer(1024);
        switch (body.poll(out, Integer.MAX_VALUE, maxBytes)) {
            case FRAMES:
                ByteBuf bytes = channel.alloc().ioBuffer(out.length());
                bytes.writeBytes(out.bytes(), 0, out.length());
                written(channel.writeAndFlush(new DefaultHttpContent(bytes)));
                onPolled.run();
                return true;
            case END:
                ended = true;
                cancelTimer();
                written(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
                onEnd.run();
                return false;
            default:
                cancelTimer();
                timer = channel.eventLoop().schedule(this::run, body.nanosUntilPoll(), TimeUnit.NANOSECONDS);
                onPolled.run();
                return false;
        }
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

package org.banip.mbu.netty;

import io.netty.channel.Channel;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.spi.FrameSource;

/**
 * The frames of a source on their way, from the first request to the end or the break. Belongs to the channel's thread, except for
 * {@link #await} and {@link #fail}.
 */
final class Carriage {
    /** How long after a write failed the host's error may still arrive. */
    private static final long LAST_WORD_MILLIS = 500;

    private static final long DATA_ANSWER_MILLIS = 1000;

    private final Channel channel;
    private final FrameSource source;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final List<Future<?>> timers = new ArrayList<>();
    private Consumer<SocketTimeoutException> onSilence = this::fail;

    Carriage(Channel channel, FrameSource source) {
        this.channel = channel;
        this.source = source;
    }

    /** What is done on the channel's thread, and may find it closed. */
    interface Role {
        void run() throws IOException;
    }

    /** Begins on the channel's thread. */
    void begin(Role role) {
        channel.eventLoop().execute(() -> {
            try {
                role.run();
            } catch (Throwable e) { // the waiting thread must hear of everything
                fail(e);
            }
        });
    }

    /** Waits for the end. */
    void await() throws IOException, InterruptedException {
        Waiting.forEnd(over);
    }

    boolean isOver() {
        return over.isDone();
    }

    /** The host has answered a body, and the answer was read. */
    void answered() throws IOException {
        source.bodyAnswered();
        over.complete(null);
    }

    /** Ends for this reason, unless it has ended. Any thread. */
    void fail(Throwable reason) {
        over.completeExceptionally(reason);
    }

    /** A write failed. The host may have said why, so its words are read first. */
    void writeFailed(Throwable reason) {
        after(LAST_WORD_MILLIS, () -> fail(Waiting.asBreak(reason)));
    }

    /**
     * The reverse channel was refused. If the host does not have the interconnect, the data request gets the same answer, perhaps later. Only then is it
     * known that nothing of it will be stored, so that answer is waited for, a second at most.
     */
    void reverseRefused(Throwable reason) {
        if (reason instanceof BanipException told && told.code() == ErrorCode.UNKNOWN_INTERCONNECT) {
            after(DATA_ANSWER_MILLIS, () -> fail(reason));
        } else {
            fail(reason);
        }
    }

    /** The host has answered a body with an error. */
    void refused() {
        source.bodyRefused();
    }

    /** Does something later, unless all is over. */
    void after(long millis, Runnable action) {
        timers.removeIf(Future::isDone);
        timers.add(channel.eventLoop()
                .schedule(
                        () -> {
                            if (!isOver()) {
                                action.run();
                            }
                        },
                        millis,
                        TimeUnit.MILLISECONDS));
    }

    /** Sets what happens when the host is silent for too long, in place of the end. */
    void onSilence(Consumer<SocketTimeoutException> action) {
        onSilence = action;
    }

    /** Ends the carriage, or does what else is set, when the answer that is current when the time is up is silent for too long. */
    void endWhenSilent(Supplier<FramesAnswer> answer) {
        long allowed = source.silence().toMillis();
        long left = allowed - TimeUnit.NANOSECONDS.toMillis(answer.get().silentNanos());
        if (left <= 0) {
            onSilence.accept(new SocketTimeoutException("timed out: the host has sent nothing for " + allowed + " ms"));
        } else {
            after(left, () -> endWhenSilent(answer));
        }
    }

    /** Cancels what was to be done later. */
    void end() {
        timers.forEach(timer -> timer.cancel(false));
    }
}

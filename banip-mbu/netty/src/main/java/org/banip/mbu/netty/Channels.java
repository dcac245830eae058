package org.banip.mbu.netty;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundInvoker;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** Calls whose own outcome is of no interest. Any thread. */
final class Channels {
    private Channels() {}

    /** Closes a channel. If that fails, it is unusable anyway. */
    static void close(ChannelOutboundInvoker channel) {
        ChannelFuture unusedClosed = channel.close();
    }

    /** Writes without a flush. If that fails, so does the write that is flushed after it. */
    static void write(ChannelOutboundInvoker channel, Object message) {
        ChannelFuture unusedWritten = channel.write(message);
    }

    /** Does something with the result or the failure. */
    static <T> void whenDone(CompletableFuture<T> future, BiConsumer<? super T, ? super Throwable> action) {
        CompletableFuture<T> unusedSame = future.whenComplete(action);
    }
}

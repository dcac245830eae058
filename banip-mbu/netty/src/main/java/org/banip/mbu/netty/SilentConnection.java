package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection on which the host has fallen silent, perhaps because the path is interrupted. It is kept while another one is made: whichever the path
 * lets through first is used. What is under way on the first one need not be sent again then. Belongs to the channel's thread.
 */
final class SilentConnection {
    /** What takes its place. */
    interface Another {
        /** Begins to connect, or to ask whether the path carries anything. Cancelling the result ends the attempt. */
        CompletableFuture<Channel> connect() throws IOException;

        /** The next exchange is to use this connection. Not called if nothing was connected. */
        default void use(Channel made) {}

        /** How long the silent connection may still be heard after that. */
        default long patienceMillis() {
            return 0;
        }
    }

    private static final long LOOK_MILLIS = 50;

    private final Channel channel;
    private final Carriage carriage;
    private final Supplier<FramesAnswer> answer;
    private final Another another;

    private Duration silence = Duration.ZERO;
    private SocketTimeoutException reason = new SocketTimeoutException();
    private long sinceNanos;
    private long untilNanos;
    /** Null while the host is not silent. */
    private @Nullable CompletableFuture<Channel> connecting;

    /**
     * A connection that is not silent yet.
     *
     * @param channel of the connection, or of a stream of it
     * @param answer in which the host is heard
     */
    SilentConnection(Channel channel, Carriage carriage, Supplier<FramesAnswer> answer, Another another) {
        this.channel = channel;
        this.carriage = carriage;
        this.answer = answer;
        this.another = another;
    }

    /**
     * The host has fallen silent.
     *
     * @param silence for so long
     * @param kept how long the connection may be kept
     * @param why ends the exchange if nothing is heard
     */
    void begin(Duration silence, Duration kept, SocketTimeoutException why) {
        this.silence = silence;
        reason = why;
        sinceNanos = System.nanoTime();
        untilNanos = sinceNanos + kept.toNanos();
        try {
            NetworkSockets.giveUpAfter(connection(), silence.plus(kept));
            RetryLimit.lift(connection());
            connect();
            look();
        } catch (IOException e) {
            carriage.fail(reason);
        }
    }

    private void connect() throws IOException {
        CompletableFuture<Channel> attempt = another.connect();
        connecting = attempt;
        Channels.whenDone(attempt, (made, failure) -> {
            try {
                channel.eventLoop().execute(() -> ended(attempt, made, failure));
            } catch (RejectedExecutionException e) {
                close(made); // the uplink was closed
            }
        });
    }

    private void ended(CompletableFuture<Channel> attempt, @Nullable Channel made, @Nullable Throwable failure) {
        if (connecting != attempt || carriage.isOver()) {
            close(made); // the host was heard before
        } else if (failure == null) {
            if (made != null) {
                another.use(made);
            }
            carriage.after(another.patienceMillis(), this::giveUp);
        } else if (isTimeout(failure) && System.nanoTime() - untilNanos < 0) {
            try {
                connect();
            } catch (IOException e) {
                carriage.fail(reason);
            }
        } else {
            carriage.fail(reason);
        }
    }

    private static boolean isTimeout(@Nullable Throwable failure) {
        Throwable cause = failure == null ? null : failure.getCause();
        return failure instanceof ConnectTimeoutException
                || failure instanceof SslHandshakeTimeoutException
                || cause instanceof ConnectTimeoutException;
    }

    private void look() {
        if (connecting == null) {
            return;
        }
        if (isHeard()) {
            goOn();
        } else if (System.nanoTime() - untilNanos >= 0) {
            carriage.fail(reason);
        } else {
            carriage.after(LOOK_MILLIS, this::look);
        }
    }

    private void giveUp() {
        if (connecting != null && !isHeard()) {
            carriage.fail(reason);
        }
    }

    private boolean isHeard() {
        return answer.get().silentNanos() < System.nanoTime() - sinceNanos;
    }

    private Channel connection() {
        Channel shared = channel.parent();
        return shared == null ? channel : shared;
    }

    private void goOn() {
        end();
        try {
            NetworkSockets.giveUpAfter(connection(), silence);
        } catch (IOException e) {
            carriage.fail(e);
        }
        RetryLimit.connected(connection(), 0);
        carriage.endWhenSilent(answer);
    }

    /** Ends the attempt to connect. */
    void end() {
        CompletableFuture<Channel> attempt = connecting;
        connecting = null;
        if (attempt != null && !attempt.isDone()) {
            attempt.cancel(false);
        }
    }

    private static void close(@Nullable Channel made) {
        if (made != null) {
            Channels.close(made);
        }
    }
}

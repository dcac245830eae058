package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a broker that MBUs of this process share. It is made when the first of them needs it, made again when it broke, and closed
 * when the last of them has left it. Its bytes count for one of them, because they cannot be told apart. Guarded by itself.
 */
final class SharedConnection {
    private final Multiplexing kind;
    private final Set<SharedConnections.Seat> users = new LinkedHashSet<>();
    private volatile UplinkContext.@Nullable Traffic counted;
    private @Nullable CompletableFuture<Channel> current;
    private boolean closed;

    /** A connection that is not made yet. */
    SharedConnection(Multiplexing kind) {
        this.kind = kind;
    }

    synchronized void add(SharedConnections.Seat user) {
        users.add(user);
        count();
    }

    synchronized void remove(SharedConnections.Seat user) {
        users.remove(user);
        count();
    }

    private void count() {
        if (!users.isEmpty()) {
            counted = users.iterator().next().user();
        }
    }

    /** How many MBUs have their streams on it. */
    synchronized int users() {
        return users.size();
    }

    /** How many streams the broker allows at once, or allowed on a connection that has ended. Empty if that is not known. */
    synchronized OptionalInt allowedStreams() {
        CompletableFuture<Channel> known = current;
        return known != null && Attempts.hasSucceeded(known) ? kind.allowedStreams(known.join()) : OptionalInt.empty();
    }

    /** The connection, or the attempt to make it. */
    CompletableFuture<Channel> connection(UplinkContext user, EventLoopGroup loops) {
        CompletableFuture<Channel> made = new CompletableFuture<>();
        synchronized (this) {
            CompletableFuture<Channel> known = current;
            if (known != null && (closed || isUsable(known))) {
                return known;
            }
            current = made;
        }
        try {
            CompletableFuture<Channel> connecting = kind.connect(user, loops, () -> counted(user.traffic()));
            Channels.whenDone(connecting, (channel, failure) -> {
                if (failure != null) {
                    made.completeExceptionally(failure);
                } else if (!made.complete(channel)) {
                    Channels.close(channel); // the last MBU has ended
                }
            });
            Channels.whenDone(made, (channel, failure) -> {
                if (failure != null) {
                    connecting.cancel(false);
                }
            });
        } catch (IOException | RuntimeException e) {
            made.completeExceptionally(e);
        }
        return made;
    }

    /** Whether a request can begin without a new connection. */
    synchronized boolean isConnected() {
        CompletableFuture<Channel> known = current;
        return known != null && known.isDone() && isUsable(known);
    }

    private boolean isUsable(CompletableFuture<Channel> connection) {
        if (!connection.isDone()) {
            return true;
        }
        if (connection.isCompletedExceptionally()) {
            return false;
        }
        return kind.isUsable(connection.join());
    }

    /** Closes the connection if nothing was read from it for this time. It is dead then for all who share it. */
    synchronized void closeIfSilent(Duration time) {
        CompletableFuture<Channel> known = current;
        if (known != null && known.isDone() && isUsable(known)) {
            Channel channel = known.join();
            if (kind.silentNanos(channel) >= time.toNanos()) {
                Channels.close(channel);
            }
        }
    }

    /** Closes a connection; the next request begins on another one. */
    synchronized void replace(Channel connection) {
        CompletableFuture<Channel> known = current;
        if (known != null && known.isDone() && !known.isCompletedExceptionally() && known.join() == connection) {
            current = null;
        }
        Channels.close(connection);
    }

    /** Who counts the connection's bytes. */
    private UplinkContext.Traffic counted(UplinkContext.Traffic maker) {
        UplinkContext.Traffic known = counted;
        return known == null ? maker : known;
    }

    /** Closes the connection for good. The result is completed when it is closed. */
    CompletableFuture<?> close() {
        CompletableFuture<Channel> known;
        synchronized (this) {
            closed = true;
            known = current == null ? new CompletableFuture<>() : current;
            current = known;
        }
        known.cancel(false);
        CompletableFuture<Object> ended = new CompletableFuture<>();
        Channels.whenDone(known, (channel, failure) -> {
            if (channel == null) {
                ended.complete("nothing");
            } else {
                channel.close().addListener(done -> ended.complete("closed")); // the other side is told, too
            }
        });
        return ended;
    }
}

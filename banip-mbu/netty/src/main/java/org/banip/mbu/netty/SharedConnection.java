package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a broker that all MBUs of this process share: those with the same broker, trusted certificates and local address. It is made
 * when the first of them needs it, made again when it broke, and closed when the last of them ends. Its bytes count for one of them, because
 * they cannot be told apart. Guarded by itself; the table by the class.
 */
final class SharedConnection {
    /** What MBUs must have in common to share a connection. */
    private record Place(String kind, String origin, Optional<SSLContext> trusted, Optional<InetAddress> local) {}

    /** Begins to connect. */
    interface Connecting {
        CompletableFuture<Channel> connect(UplinkContext first, EventLoopGroup loops) throws IOException;
    }

    private static final Map<Place, SharedConnection> ALL = new HashMap<>();

    private final Place place;
    private final Connecting connecting;
    private final Set<UplinkContext.Traffic> users = new LinkedHashSet<>();
    private volatile UplinkContext.Traffic counted;
    private @Nullable CompletableFuture<Channel> current;

    private SharedConnection(Place place, Connecting connecting, UplinkContext.Traffic counted) {
        this.place = place;
        this.connecting = connecting;
        this.counted = counted;
    }

    /** Takes part in the connection; {@link #release} must follow. */
    static SharedConnection lease(String kind, UplinkContext user, Connecting connecting) {
        String origin = user.base().getScheme() + "://" + user.base().getRawAuthority();
        Place place = new Place(
                kind, origin, user.settings().sslContext(), user.settings().localAddress());
        synchronized (ALL) {
            SharedConnection shared =
                    ALL.computeIfAbsent(place, made -> new SharedConnection(made, connecting, user.traffic()));
            shared.users.add(user.traffic());
            return shared;
        }
    }

    /** Ends the part of one MBU. */
    void release(UplinkContext user) {
        synchronized (ALL) {
            users.remove(user.traffic());
            if (users.isEmpty()) {
                ALL.remove(place);
                close();
            } else {
                counted = users.iterator().next();
            }
        }
    }

    /** The connection, or the attempt to make it. */
    CompletableFuture<Channel> connection(UplinkContext user, EventLoopGroup loops) {
        CompletableFuture<Channel> made = new CompletableFuture<>();
        synchronized (this) {
            CompletableFuture<Channel> known = current;
            if (known != null && isUsable(known)) {
                return known;
            }
            current = made;
        }
        try {
            Channels.whenDone(connecting.connect(user, loops), (channel, failure) -> {
                if (failure != null) {
                    made.completeExceptionally(failure);
                } else if (!made.complete(channel)) {
                    Channels.close(channel); // the last MBU has ended
                }
            });
        } catch (IOException | RuntimeException e) {
            made.completeExceptionally(e);
        }
        return made;
    }

    private static boolean isUsable(CompletableFuture<Channel> connection) {
        if (!connection.isDone()) {
            return true;
        }
        if (connection.isCompletedExceptionally()) {
            return false;
        }
        Channel channel = connection.join();
        return channel.isActive() && !ConnectionEnd.isGoingAway(channel);
    }

    /** Closes the connection if nothing was read from it for this time. It is dead then for all who share it. */
    synchronized void closeIfSilent(Duration time) {
        CompletableFuture<Channel> known = current;
        if (known != null && known.isDone() && isUsable(known)) {
            Channel channel = known.join();
            if (ByteCounter.silentNanos(channel) >= time.toNanos()) {
                Channels.close(channel);
            }
        }
    }

    /** Who counts the connection's bytes. Any thread. */
    UplinkContext.Traffic counted() {
        return counted;
    }

    private synchronized void close() {
        if (current != null) {
            Channels.whenDone(current, (channel, failure) -> {
                if (channel != null) {
                    Channels.close(channel);
                }
            });
            current.cancel(false);
        }
    }
}

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
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a broker that all MBUs of this process share: those with the same broker, trusted certificates and local address. It is made
 * when the first of them needs it, made again when it broke, and closed when the last of them ends. Its bytes count for one of them, because
 * they cannot be told apart. Guarded by itself; the table by the class.
 */
final class SharedConnection {
    /** What MBUs must have in common to share a connection. */
    private record Place(String protocol, String origin, Optional<?> trusted, Optional<InetAddress> local) {}

    private static final Map<Place, SharedConnection> ALL = new HashMap<>();

    private final Place place;
    private final Multiplexing kind;
    private final Set<UplinkContext.Traffic> users = new LinkedHashSet<>();
    private volatile UplinkContext.Traffic counted;
    private @Nullable CompletableFuture<Channel> current;

    private SharedConnection(Place place, Multiplexing kind, UplinkContext.Traffic counted) {
        this.place = place;
        this.kind = kind;
        this.counted = counted;
    }

    /** Takes part in the connection; {@link #release} must follow. */
    static SharedConnection lease(Multiplexing kind, UplinkContext user) {
        String origin = user.base().getScheme() + "://" + user.base().getRawAuthority();
        HttpSettings settings = user.settings();
        Optional<?> trusted = settings.trustManager().isPresent() ? settings.trustManager() : settings.sslContext();
        Place place = new Place(kind.name(), origin, trusted, settings.localAddress());
        synchronized (ALL) {
            SharedConnection shared =
                    ALL.computeIfAbsent(place, made -> new SharedConnection(made, kind, user.traffic()));
            shared.users.add(user.traffic());
            return shared;
        }
    }

    /** Ends the part of one MBU. The result is completed when the connection is closed, if the MBU was the last one. */
    CompletableFuture<?> release(UplinkContext user) {
        synchronized (ALL) {
            users.remove(user.traffic());
            if (users.isEmpty()) {
                ALL.remove(place);
                return close();
            }
            counted = users.iterator().next();
            return CompletableFuture.completedFuture(null);
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
            CompletableFuture<Channel> connecting = kind.connect(user, loops, this::counted);
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

    /** Who counts the connection's bytes. Any thread. */
    UplinkContext.Traffic counted() {
        return counted;
    }

    private synchronized CompletableFuture<?> close() {
        CompletableFuture<Object> closed = new CompletableFuture<>();
        CompletableFuture<Channel> known = current;
        if (known == null) {
            return CompletableFuture.completedFuture(null);
        }
        known.cancel(false);
        Channels.whenDone(known, (channel, failure) -> {
            if (channel == null) {
                closed.complete("nothing");
            } else {
                channel.close().addListener(done -> closed.complete("closed")); // the other side is told, too
            }
        });
        return closed;
    }
}

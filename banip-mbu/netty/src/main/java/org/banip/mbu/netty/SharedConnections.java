package org.banip.mbu.netty;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.UplinkContext;

/**
 * The connections to a broker that all MBUs of this process share: those with the same broker, trusted
 * certificates, own certificate and local address. All streams of
 * an MBU are on one of them. There is one until the MBUs on it may need nearly as many streams as the broker allows; then further MBUs get another
 * one. Guarded by the class.
 */
final class SharedConnections {
    /** What MBUs must have in common to share connections. */
    private record Place(
            String protocol, String origin, Optional<?> trusted, Optional<?> own, Optional<InetAddress> local) {}

    private static final Map<Place, SharedConnections> ALL = new HashMap<>();

    /** Streams of a broker that has not told its limit yet: the least that a server should allow (RFC 9113, section 6.5.2; RFC 9114, section 6.1). */
    private static final int LIKELY_STREAMS = 100;
    /** One stream of eight stays free: the broker may count a stream for longer than the MBU does. */
    private static final int FREE = 8;

    private final Place place;
    private final Multiplexing kind;
    private final List<SharedConnection> connections = new ArrayList<>();
    private int allowedStreams = LIKELY_STREAMS;

    private SharedConnections(Place place, Multiplexing kind) {
        this.place = place;
        this.kind = kind;
    }

    /** Takes part in the connections; {@link Seat#release} must follow. */
    static Seat lease(Multiplexing kind, UplinkContext user) {
        String origin = user.base().getScheme() + "://" + user.base().getRawAuthority();
        HttpSettings settings = user.settings();
        Optional<?> trusted = settings.trustManager().isPresent() ? settings.trustManager() : settings.sslContext();
        Place place = new Place(kind.name(), origin, trusted, settings.keyManager(), settings.localAddress());
        synchronized (ALL) {
            SharedConnections shared = ALL.computeIfAbsent(place, made -> new SharedConnections(made, kind));
            return shared.new Seat(user.traffic());
        }
    }

    /** How many MBUs one connection has room for. */
    private int room() {
        for (SharedConnection connection : connections) {
            OptionalInt told = connection.allowedStreams();
            allowedStreams = told.isPresent() ? told.getAsInt() : allowedStreams;
        }
        return Math.max(1, (allowedStreams - allowedStreams / FREE) / kind.streamsOfOne());
    }

    private SharedConnection withRoom() {
        int room = room();
        for (SharedConnection connection : connections) {
            if (connection.users() < room) {
                return connection;
            }
        }
        SharedConnection another = new SharedConnection(kind);
        connections.add(another);
        return another;
    }

    /** The part of one MBU. */
    final class Seat {
        private final UplinkContext.Traffic user;
        private SharedConnection on;
        private boolean released;

        private Seat(UplinkContext.Traffic user) {
            this.user = user;
            on = withRoom();
            on.add(this);
        }

        UplinkContext.Traffic user() {
            return user;
        }

        /**
         * The connection for the MBU's next requests. It is another one than before if the broker turned out to allow fewer streams. Those that the MBU
         * has are to be closed.
         *
         * @throws IOException after {@link #release}
         */
        SharedConnection connection() throws IOException {
            synchronized (ALL) {
                if (released) {
                    throw new IOException("uplink is closed");
                }
                if (on.users() > room()) {
                    SharedConnection next = withRoom();
                    on.remove(this);
                    next.add(this);
                    on = next;
                }
                return on;
            }
        }

        /** Whether a request can begin without a new connection. */
        boolean isConnected() {
            synchronized (ALL) {
                return !released && on.users() <= room() && on.isConnected();
            }
        }

        /** Closes the connection if nothing was read from it for this time. It is dead then for all who share it. */
        void closeIfSilent(Duration time) {
            SharedConnection now;
            synchronized (ALL) {
                now = on;
            }
            now.closeIfSilent(time);
        }

        /** Ends the part of the MBU. The result is completed when the connection is closed, if the MBU was the last one on it. */
        CompletableFuture<?> release() {
            synchronized (ALL) {
                if (released) {
                    return CompletableFuture.completedFuture(null);
                }
                released = true;
                on.remove(this);
                if (on.users() > 0) {
                    return CompletableFuture.completedFuture(null);
                }
                connections.remove(on);
                if (connections.isEmpty()) {
                    ALL.remove(place);
                }
            }
            return on.close();
        }
    }
}

package org.banip.mbu.netty;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Notices that the system sends to a server from another address than before, for a socket that is bound to none. It asks the system at most twice a
 * second. One thread.
 */
final class SourceAddress implements BooleanSupplier {
    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Supplier<@Nullable SocketAddress> chosen;
    private final LongSupplier nanoTime;
    private @Nullable SocketAddress known;
    private long askedNanos;

    /**
     * Asks once.
     *
     * @param chosen what the system would send from; null if there is no way to the server
     */
    SourceAddress(Supplier<@Nullable SocketAddress> chosen, LongSupplier nanoTime) {
        this.chosen = chosen;
        this.nanoTime = nanoTime;
        known = chosen.get();
        askedNanos = nanoTime.getAsLong();
    }

    /** For what is sent to a server. */
    static SourceAddress towards(InetSocketAddress server) {
        return new SourceAddress(() -> chosenFor(server), System::nanoTime);
    }

    /** Whether it has changed since the last call. Without any address, it has not changed yet. */
    @Override
    public boolean getAsBoolean() {
        long now = nanoTime.getAsLong();
        if (now - askedNanos < BETWEEN_NANOS) {
            return false;
        }
        askedNanos = now;
        SocketAddress present = chosen.get();
        if (present == null || present.equals(known)) {
            return false;
        }
        boolean changed = known != null;
        known = present;
        return changed;
    }

    private static @Nullable SocketAddress chosenFor(InetSocketAddress server) {
        InetAddress local = towardsNow(server);
        return local == null ? null : new InetSocketAddress(local, 0); // the port differs each time
    }

    /**
     * From which address the system would send to a server now; null if there is no way to it. Connecting sends nothing: it only makes the system
     * choose.
     */
    static @Nullable InetAddress towardsNow(InetSocketAddress server) {
        try (DatagramChannel socket = DatagramChannel.open()) {
            socket.connect(server);
            InetSocketAddress local = (InetSocketAddress) socket.getLocalAddress();
            return local == null ? null : local.getAddress();
        } catch (IOException e) {
            return null;
        }
    }
}

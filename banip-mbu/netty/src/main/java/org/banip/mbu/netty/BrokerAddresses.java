package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.uplink.AddressOrder;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the first of a broker's addresses that answers. Over TCP the next attempt begins when one has failed, or has not ended after {@link
 * AddressOrder#NEXT_AFTER} (RFC 8305); over UDP when one has failed. Any thread; guarded by itself.
 */
final class BrokerAddresses {
    static final int HTTP_PORT = 80;
    static final int HTTPS_PORT = 443;

    /** Begins to connect to one address. Cancelling the result ends the attempt. */
    interface Attempt extends Function<InetSocketAddress, CompletableFuture<Channel>> {}

    private final AddressOrder order;
    private final int port;
    private final @Nullable EventLoopGroup timer;
    private final Attempt attempt;
    private final Function<Channel, CompletableFuture<Void>> answered;
    private final CompletableFuture<Channel> ready = new CompletableFuture<>();
    private final Deque<InetAddress> waiting;
    private int running;
    private @Nullable Throwable problem;
    private @Nullable Future<?> next;

    private BrokerAddresses(
            List<InetAddress> addresses,
            AddressOrder order,
            int port,
            @Nullable EventLoopGroup timer,
            Attempt attempt,
            Function<Channel, CompletableFuture<Void>> answered) {
        waiting = new ArrayDeque<>(addresses);
        this.order = order;
        this.port = port;
        this.timer = timer;
        this.attempt = attempt;
        this.answered = answered;
    }

    /**
     * The first connection that is made. If none is made, the result fails with the error of the first attempt that got an answer from its address, or
     * else with that of the first attempt. Cancelling the result ends all attempts.
     *
     * @throws IOException if the broker's name is not known
     */
    static CompletableFuture<Channel> race(
            UplinkContext user, AddressOrder order, int port, EventLoopGroup loops, Attempt attempt)
            throws IOException {
        return new BrokerAddresses(
                        addresses(user, order),
                        order,
                        port,
                        loops,
                        attempt,
                        connected -> CompletableFuture.completedFuture(null))
                .begun();
    }

    /**
     * The same without a race: two handshakes of QUIC cost a slow link too much, and early data would win without an answer.
     *
     * @param answered is completed when the address of a connection has answered; it fails if the connection ends before that; then the address goes last the
     *     next time
     */
    static CompletableFuture<Channel> oneByOne(
            UplinkContext user,
            AddressOrder order,
            int port,
            Attempt attempt,
            Function<Channel, CompletableFuture<Void>> answered)
            throws IOException {
        return new BrokerAddresses(addresses(user, order), order, port, null, attempt, answered).begun();
    }

    private static List<InetAddress> addresses(UplinkContext user, AddressOrder order) throws IOException {
        String host = user.base().getHost();
        return order.of(host, user.settings().localAddress(), user.known().apply(host));
    }

    private CompletableFuture<Channel> begun() {
        begin();
        Channels.whenDone(ready, (channel, failure) -> endTimer());
        return ready;
    }

    private synchronized void endTimer() {
        if (next != null) {
            next.cancel(false);
        }
    }

    /** Begins the next attempt, if one is still needed. */
    private void begin() {
        InetAddress address;
        synchronized (this) {
            address = ready.isDone() ? null : waiting.poll();
            if (address == null) {
                return;
            }
            running++;
            beginLater();
        }
        CompletableFuture<Channel> connecting = attempted(new InetSocketAddress(address, port));
        Channels.whenDone(connecting, (channel, failure) -> ended(address, channel, failure));
        Channels.whenDone(ready, (channel, failure) -> connecting.cancel(false));
    }

    private CompletableFuture<Channel> attempted(InetSocketAddress remote) {
        try {
            return attempt.apply(remote);
        } catch (RuntimeException e) {
            CompletableFuture<Channel> failed = new CompletableFuture<>();
            failed.completeExceptionally(e);
            return failed;
        }
    }

    private synchronized void beginLater() {
        endTimer();
        if (timer != null && !waiting.isEmpty()) {
            try {
                next = timer.schedule(this::begin, AddressOrder.NEXT_AFTER.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                waiting.clear(); // the uplink is closed
            }
        }
    }

    private void ended(InetAddress address, @Nullable Channel channel, @Nullable Throwable failure) {
        if (channel != null) {
            if (ready.complete(channel)) {
                CompletableFuture<?> unusedAnswer = answered.apply(channel).whenComplete((unused, silent) -> {
                    if (silent == null) {
                        order.connected(address);
                    } else {
                        order.unanswered(address);
                    }
                });
            } else {
                Channels.close(channel);
            }
            return;
        }
        Throwable last;
        synchronized (this) {
            running--;
            problem = graver(problem, failure);
            last = running == 0 && waiting.isEmpty() ? problem : null;
        }
        if (last == null) {
            begin();
        } else {
            ready.completeExceptionally(last);
        }
    }

    private static Throwable graver(@Nullable Throwable known, @Nullable Throwable failure) {
        Throwable e = failure == null ? new IOException("the attempt to connect failed") : failure;
        return known == null || (known instanceof SocketException && !(e instanceof SocketException)) ? e : known;
    }
}

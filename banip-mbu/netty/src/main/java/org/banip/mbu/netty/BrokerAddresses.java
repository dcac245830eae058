package org.banip.mbu.netty;

import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Resolves a broker's name and tries its addresses in order. Any thread. */
final class BrokerAddresses {
    static final int HTTP_PORT = 80;
    static final int HTTPS_PORT = 443;

    /** Begins to connect to one address. Cancelling the result ends the attempt. */
    interface Attempt extends Function<InetSocketAddress, CompletableFuture<Channel>> {}

    private final Iterator<InetAddress> addresses;
    private final int port;
    private final Attempt attempt;
    private final CompletableFuture<Channel> ready = new CompletableFuture<>();

    private BrokerAddresses(Iterator<InetAddress> addresses, int port, Attempt attempt) {
        this.addresses = addresses;
        this.port = port;
        this.attempt = attempt;
    }

    /**
     * The first connection that is made; fails as the last attempt does. Cancelling the result ends the present attempt.
     *
     * @throws IOException if the broker's name is not known
     */
    static CompletableFuture<Channel> firstOf(URI base, int port, Attempt attempt) throws IOException {
        Iterator<InetAddress> addresses =
                Arrays.asList(InetAddress.getAllByName(base.getHost())).iterator();
        BrokerAddresses trying = new BrokerAddresses(addresses, port, attempt);
        trying.next();
        return trying.ready;
    }

    private void next() {
        CompletableFuture<Channel> connecting = attempt.apply(new InetSocketAddress(addresses.next(), port));
        Channels.whenDone(connecting, (channel, failure) -> {
            if (failure == null) {
                if (!ready.complete(channel)) {
                    Channels.close(channel);
                }
            } else if (addresses.hasNext() && !ready.isDone()) {
                next();
            } else {
                ready.completeExceptionally(failure);
            }
        });
        Channels.whenDone(ready, (channel, failure) -> {
            if (failure != null) {
                connecting.cancel(false);
            }
        });
    }
}

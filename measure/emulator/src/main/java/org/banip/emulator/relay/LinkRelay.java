package org.banip.emulator.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.TimedChange;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.LinkQueue;
import org.banip.emulator.queue.LinkTraffic;
import org.banip.emulator.queue.QueuedPacket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An approximate link: connections to it are relayed to the target, and data take as long as segments of the link's size.
 *
 * <p>It emulates rate, delay, jitter, bearer waits, outages, the handshake's round trip, and the sharing of the link by all connections. It does not
 * emulate acknowledgements on the way back, congestion control (a full queue blocks the sender instead of dropping packets), addresses and UDP. A
 * lost segment arrives a round trip later, and so does everything behind it, even if loss is 1.
 */
public final class LinkRelay implements AutoCloseable {
    /** Quality of the link in results. */
    public static final String QUALITY = "approximate";

    private static final Logger LOG = LoggerFactory.getLogger(LinkRelay.class);
    private static final int HANDSHAKE = 60;
    private static final long PATIENCE_SECONDS = 5;

    private final LinkSettings link;
    private final InetSocketAddress target;
    private final Lane up;
    private final Lane down;
    private final ServerSocketChannel server;
    private final InetSocketAddress address;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "banip-relay");
        thread.setDaemon(true);
        return thread;
    });

    private LinkRelay(LinkSettings link, InetSocketAddress target, long seed, ServerSocketChannel server)
            throws IOException {
        this.link = link;
        this.target = target;
        this.server = server;
        this.address = (InetSocketAddress) server.getLocalAddress();
        this.up = lane(Way.UP, seed);
        this.down = lane(Way.DOWN, seed);
    }

    private Lane lane(Way way, long seed) {
        List<TimedChange> schedule = link.schedule().stream()
                .filter(change -> change.ways().contains(way))
                .toList();
        return new Lane(link.direction(way), schedule, LinkQueue.seedOf(seed, 0, way));
    }

    /**
     * Checks that a relay can replace a link.
     *
     * @throws IllegalArgumentException if the link changes the mobile host's address
     */
    public static void check(LinkSettings link) {
        if (link.schedule().stream().anyMatch(timed -> timed.change() instanceof Change.Address)) {
            throw new IllegalArgumentException(
                    "link " + link.name()
                            + " changes the mobile host's address; allowed over a relay are changes of rate, delay, loss and outages");
        }
    }

    /**
     * Listens on loopback.
     *
     * @param target address to which connections are relayed
     * @param seed of all that is left to chance
     * @throws IllegalArgumentException if the link changes the mobile host's address
     */
    public static LinkRelay open(LinkSettings link, InetSocketAddress target, long seed) throws IOException {
        check(link);
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            LinkRelay relay = new LinkRelay(link, target, seed, server);
            relay.threads.execute(relay.up::run);
            relay.threads.execute(relay.down::run);
            relay.threads.execute(relay::accept);
            return relay;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /** The address that replaces the target's. */
    public InetSocketAddress address() {
        return address;
    }

    /** Counters of one direction; {@code lostPackets} and {@code droppedPackets} stay 0. */
    public LinkTraffic counters(Way way) {
        return (way == Way.UP ? up : down).counters();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = server.accept();
                open.add(client);
                threads.execute(() -> connect(client));
            }
        } catch (IOException e) {
            LOG.debug("relay to {} accepts no more: {}", target, e.toString());
        }
    }

    private void connect(SocketChannel client) {
        try {
            crossAlone(up);
            SocketChannel onward = SocketChannel.open();
            open.add(onward);
            onward.connect(target);
            crossAlone(down);
            long roundTrip = link.up().delay().plus(link.down().delay()).toNanos();
            int segment = link.mtu() - Stream.HEADERS;
            Stream there = new Stream(client, onward, up, segment, roundTrip);
            Stream back = new Stream(onward, client, down, segment, roundTrip);
            List<CompletableFuture<Void>> parts = List.of(
                    part(there::read, client, onward),
                    part(there::write, client, onward),
                    part(back::read, client, onward),
                    part(back::write, client, onward));
            Future<?> unused = CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                    .whenComplete((done, failure) -> {
                        end(client);
                        end(onward);
                    });
        } catch (IOException | ExecutionException e) {
            LOG.debug("relay to {}: {}", target, e.toString());
            end(client);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the relay is closed
        }
    }

    private static void crossAlone(Lane lane) throws InterruptedException, ExecutionException {
        CompletableFuture<Long> crossed = new CompletableFuture<>();
        lane.offer(new QueuedPacket(new byte[0], HANDSHAKE), crossed::complete);
        crossed.get();
    }

    private interface Part {
        void run() throws IOException, InterruptedException;
    }

    /** If one direction breaks, the connection breaks. */
    private CompletableFuture<Void> part(Part part, SocketChannel one, SocketChannel other) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        part.run();
                    } catch (IOException e) {
                        LOG.debug("relay to {}: {}", target, e.toString());
                        end(one);
                        end(other);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt(); // the relay is closed
                    }
                },
                threads);
    }

    private void end(SocketChannel channel) {
        open.remove(channel);
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing a relayed connection: {}", e.toString());
        }
    }

    /** Breaks all connections. */
    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
        Set.copyOf(open).forEach(this::end);
        try {
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("relay to {} does not end", target);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

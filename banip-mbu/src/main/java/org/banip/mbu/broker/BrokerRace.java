package org.banip.mbu.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.banip.mbu.uplink.AddressOrder;
import org.banip.mbu.uplink.ConnectionRace;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nearest of several brokers: connects to all of them by TCP, and sees how long that takes. The one that is listed first has a head start, and
 * those of a higher priority number begin only when all others have failed, or after {@link #NEXT_PRIORITY}. Nothing is sent. A broker is connected to
 * from each path's address at the same time, so that one path that is dead does not matter. The thread {@code banip-brokers}; {@link #close} is for any.
 */
final class BrokerRace implements AutoCloseable {
    /** If no broker of a priority has answered by then, those of the next one begin. */
    static final Duration NEXT_PRIORITY = Duration.ofSeconds(2);

    private static final String THREAD = "banip-connect";
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final Supplier<List<Optional<InetAddress>>> locals;
    private final Duration timeout;
    private final Function<String, List<InetAddress>> known;
    private final List<ConnectionRace> running = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /**
     * A race.
     *
     * @param locals the addresses from which connections are made
     * @param timeout of each attempt
     * @param known addresses of a broker's host that the source knows
     */
    BrokerRace(
            Supplier<List<Optional<InetAddress>>> locals, Duration timeout, Function<String, List<InetAddress>> known) {
        this.known = known;
        this.locals = locals;
        this.timeout = timeout;
    }

    /** An attempt to connect to a broker. */
    private static final class Attempt {
        private final Candidate to;
        private final long beganNanos = System.nanoTime();
        private int left;

        Attempt(Candidate to, int left) {
            this.to = to;
            this.left = left;
        }
    }

    /** The end of an attempt from one address. */
    private static final class Ended {
        private final Attempt attempt;
        private final boolean connected;
        private final long tookNanos;

        Ended(Attempt attempt, boolean connected) {
            this.attempt = attempt;
            this.connected = connected;
            tookNanos = System.nanoTime() - attempt.beganNanos;
        }
    }

    /** The first one that is reached. Empty if none is. */
    Optional<Candidate> first(List<Candidate> ranked, Duration headStart) throws InterruptedException {
        BlockingQueue<Ended> ends = new LinkedBlockingQueue<>();
        List<Candidate> waiting = new ArrayList<>(ranked);
        int open = 0;
        try {
            long nextNanos = System.nanoTime();
            while (!closed && (open > 0 || !waiting.isEmpty())) {
                boolean due = !waiting.isEmpty() && (open == 0 || System.nanoTime() - nextNanos >= 0);
                if (due) {
                    Candidate next = waiting.remove(0);
                    begin(next, ends);
                    open++;
                    nextNanos =
                            System.nanoTime() + wait(next, waiting, headStart).toNanos();
                    continue;
                }
                long patience = waiting.isEmpty() ? timeout.toNanos() : nextNanos - System.nanoTime();
                Ended ended = ends.poll(patience, TimeUnit.NANOSECONDS);
                if (ended != null && ended.connected) {
                    return Optional.of(ended.attempt.to);
                }
                if (ended != null && --ended.attempt.left == 0) {
                    open--;
                } else if (ended == null && waiting.isEmpty()) {
                    return Optional.empty(); // not one attempt ends, for example because names are not looked up
                }
            }
            return Optional.empty();
        } finally {
            end();
        }
    }

    private static Duration wait(Candidate last, List<Candidate> waiting, Duration headStart) {
        boolean samePriority = waiting.isEmpty() || waiting.get(0).priority == last.priority;
        return samePriority ? headStart : NEXT_PRIORITY;
    }

    /** How long it takes to connect to each, all at the same time. Those that cannot be reached are left out. */
    Map<Candidate, Duration> measured(List<Candidate> all) throws InterruptedException {
        BlockingQueue<Ended> ends = new LinkedBlockingQueue<>();
        Map<Candidate, Duration> times = new LinkedHashMap<>();
        try {
            all.forEach(candidate -> begin(candidate, ends));
            int left = all.size();
            long untilNanos = System.nanoTime() + timeout.toNanos();
            while (left > 0 && !closed) {
                Ended ended = ends.poll(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (ended == null) {
                    break;
                }
                ended.attempt.left--;
                boolean decided = times.containsKey(ended.attempt.to);
                if (ended.connected && !decided) {
                    times.put(ended.attempt.to, Duration.ofNanos(ended.tookNanos));
                    left--;
                } else if (ended.attempt.left == 0 && !decided) {
                    left--;
                }
            }
            return times;
        } finally {
            end();
        }
    }

    private void begin(Candidate to, BlockingQueue<Ended> ends) {
        List<Optional<InetAddress>> from = locals.get();
        Attempt attempt = new Attempt(to, from.size());
        if (from.isEmpty()) {
            attempt.left = 1;
            ends.add(new Ended(attempt, false)); // no network is there
        }
        for (Optional<InetAddress> local : from) {
            Thread thread = new Thread(() -> ends.add(new Ended(attempt, connects(to.base, local))), THREAD);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private boolean connects(URI base, Optional<InetAddress> local) {
        int standard = "https".equalsIgnoreCase(base.getScheme()) ? HTTPS : HTTP;
        ConnectionRace race = new ConnectionRace(
                () -> open(local), base.getPort() < 0 ? standard : base.getPort(), (int) timeout.toMillis());
        running.add(race);
        Socket socket = null;
        try {
            if (closed) {
                return false;
            }
            String host = base.getHost();
            String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            socket = race.first(AddressOrder.ofSystem().of(name, local, known.apply(name)));
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            running.remove(race);
            close(socket);
        }
    }

    private static Socket open(Optional<InetAddress> local) throws IOException {
        Socket socket = new Socket();
        if (local.isPresent()) {
            socket.bind(new InetSocketAddress(local.get(), 0));
        }
        return socket;
    }

    private static void close(@Nullable Socket socket) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // it is not needed any more
            }
        }
    }

    private void end() {
        running.forEach(ConnectionRace::end);
    }

    @Override
    public void close() {
        closed = true;
        end();
    }
}

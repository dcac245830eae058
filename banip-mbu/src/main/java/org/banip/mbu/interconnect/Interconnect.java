package org.banip.mbu.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.banip.mbu.stage.StageThread;
import org.jspecify.annotations.Nullable;

/** An interconnect: a session and its links. Each link has a thread of its own ({@code banip-send}). Any thread. */
public final class Interconnect {
    /** So long a path has for its end at least, if it is not known to be silent. */
    private static final long LEAST_PATIENCE_NANOS = 1_000_000_000L;
    /** More than the variation of the round trip. */
    private static final int ROUND_TRIPS = 3;

    private final Session session;
    private final Commands commands;
    private final List<Link> links = new ArrayList<>();
    /** Of each link whether its thread has nothing more to carry. */
    private final List<CountDownLatch> over = new ArrayList<>();

    private final PathMonitor monitor;
    private final AtomicInteger linksLeft;
    /** The first link that ended in order: the host answers on its path. */
    private final AtomicReference<@Nullable Link> ended = new AtomicReference<>();

    private volatile boolean stopped;

    /** An interconnect that is not registered yet, with one link for each path. */
    public Interconnect(InterconnectSetup setup) {
        session = new Session(setup);
        commands = new Commands(setup.commands().orElse(null), setup.scheduler(), setup.threadSuffix());
        for (int number = 0; number < setup.paths().size(); number++) {
            links.add(new Link(setup, session, commands, number));
            over.add(new CountDownLatch(1));
        }
        if (setup.severalPaths()) {
            List<PathMeter> meters = links.stream().map(Link::meter).collect(Collectors.toList());
            setup.scheduler()
                    .share(new PathSharing(
                            setup.spool(),
                            setup.clock(),
                            meters,
                            setup.ban().groups(),
                            setup.schedulers(),
                            setup.policy().reinjectedShare()));
        }
        monitor = new PathMonitor(links);
        linksLeft = new AtomicInteger(links.size());
    }

    /** The roles of the links' threads. The last thread to end deregisters. */
    public List<StageThread.Role> roles() {
        return links.stream().map(link -> (StageThread.Role) () -> run(link)).collect(Collectors.toList());
    }

    private void run(Link link) throws InterruptedException {
        try {
            link.run();
        } finally {
            over.get(link.number()).countDown();
        }
        if (link.endedInOrder()) {
            ended.compareAndSet(null, link);
            for (Link other : links) {
                endSoon(other);
            }
        }
        if (linksLeft.decrementAndGet() == 0 && !stopped) {
            session.deregister(reaching(link).network().uplink());
        }
    }

    /** Everything is stored, so a path that is known to be silent is not waited for, and another one only as long as its end may take. */
    private void endSoon(Link other) throws InterruptedException {
        PathMeter meter = other.meter();
        long roundTrip = Math.max(meter.roundTripNanos(), meter.smoothedRoundTripNanos());
        boolean answers = other.contact().connected() && meter.isGood();
        long patience = answers ? Math.max(LEAST_PATIENCE_NANOS, ROUND_TRIPS * roundTrip) : 0;
        if (!over.get(other.number()).await(patience, TimeUnit.NANOSECONDS)) {
            other.stop();
        }
    }

    /** A link that reaches the host, as far as is known. All have ended. */
    private Link reaching(Link last) {
        Link inOrder = ended.get();
        if (inOrder != null) {
            return inOrder;
        }
        return last.network().isThere()
                ? last
                : links.stream()
                        .filter(link -> link.network().isThere())
                        .findFirst()
                        .orElse(last);
    }

    /** Starts the thread that executes commands, and begins to watch the networks. */
    public void start() {
        commands.start();
        monitor.start();
    }

    // --- the end ---

    /** Ends the threads once everything in the spool is acknowledged. Nothing may be put into the spool any more. */
    public void finish() {
        session.finish();
        links.forEach(Link::hurry);
    }

    /** Ends the threads at once. */
    public void stop() {
        stopped = true;
        monitor.stop();
        links.forEach(Link::stop);
    }

    /** Ends the thread that executes commands. */
    public void stopCommands(Duration timeout) throws InterruptedException {
        commands.stop(timeout);
    }

    // --- status ---

    /** The session's UUID. */
    public UUID session() {
        return session.id();
    }

    /** The first word of each log line. */
    public String label() {
        return session.label();
    }

    /** Whether the host has ever answered a registration. */
    public boolean everRegistered() {
        return session.everRegistered();
    }

    /** Whether the host answers on at least one link. */
    public boolean connected() {
        return links.stream().anyMatch(link -> link.contact().connected());
    }

    /** The last problem, until it is solved. */
    public Optional<String> problem() {
        return first(links.stream()
                .map(link -> link.contact().problem())
                .filter(Optional::isPresent)
                .collect(Collectors.toList()));
    }

    /** Time until a link makes its next attempt, while it waits for that. */
    public Optional<Duration> retryIn() {
        return first(
                links.stream().map(Link::retryIn).filter(Optional::isPresent).collect(Collectors.toList()));
    }

    private static <T> Optional<T> first(List<Optional<T>> present) {
        return present.isEmpty() ? Optional.empty() : present.get(0);
    }

    /** The paths, in the order of the configuration. */
    public List<PathView> paths() {
        return links.stream().map(PathView::new).collect(Collectors.toList());
    }

    /** How far the host's clock is ahead, once it is known. */
    public Optional<ClockEstimate> clockOffset() {
        return session.clockFilter().best();
    }

    /** Bytes of frames that were sent on the present connections and are not acknowledged. */
    public long bytesUnderWay() {
        return session.windows().stream().mapToLong(SendWindow::underWay).sum();
    }

    /** How many the send windows of the present connections allow; empty if there is no connection, or one without a limit. */
    public OptionalLong sendWindowBytes() {
        long[] windows = session.windows().stream().mapToLong(SendWindow::bytes).toArray();
        boolean limited = windows.length > 0 && Arrays.stream(windows).allMatch(bytes -> bytes < Long.MAX_VALUE);
        return limited ? OptionalLong.of(Arrays.stream(windows).sum()) : OptionalLong.empty();
    }

    /** The counters of the links. */
    public LinkCounters counters() {
        return session.counters();
    }
}

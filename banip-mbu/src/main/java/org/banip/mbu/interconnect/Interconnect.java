package org.banip.mbu.interconnect;

import java.net.URI;
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
import org.banip.mbu.broker.Brokers;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.stage.StageThread;
import org.jspecify.annotations.Nullable;

/** An interconnect: a session and its links. Each link has a thread of its own ({@code banip-send}). Any thread. */
public final class Interconnect {
    private final InterconnectSetup setup;
    private final Brokers brokers;
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
        this.setup = setup;
        brokers = setup.brokers();
        session = new Session(setup);
        commands = new Commands(
                setup.commands().orElse(null), setup.alerts().orElse(null), setup.scheduler(), setup.threadSuffix());
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
                            setup.described().groups(),
                            setup.schedulers(),
                            setup.policy().reinjectedShare()));
            standBy();
        }
        monitor = new PathMonitor(links);
        linksLeft = new AtomicInteger(links.size());
    }

    private void standBy() {
        List<Link> normal = links.stream()
                .filter(link -> link.path().settings().role() == PathSettings.Role.NORMAL)
                .collect(Collectors.toList());
        for (Link link : links) {
            if (link.path().settings().standsBy() == PathSettings.StandBy.COLD) {
                link.standBy()
                        .begin(new ColdStandBy(
                                setup,
                                normal.stream().map(Link::network).collect(Collectors.toList()),
                                normal.stream().map(Link::meter).collect(Collectors.toList()),
                                normal.stream().map(Link::errors).collect(Collectors.toList())));
            }
        }
    }

    /** The roles of the links' threads. The first one that ends in order deregisters, or else the last one. */
    public List<StageThread.Role> roles() {
        return links.stream().map(link -> (StageThread.Role) () -> run(link)).collect(Collectors.toList());
    }

    private void run(Link link) throws InterruptedException {
        try {
            link.run();
        } finally {
            over.get(link.number()).countDown();
        }
        boolean last = linksLeft.decrementAndGet() == 0;
        if (link.endedInOrder() && ended.compareAndSet(null, link)) {
            new LastPaths(System::nanoTime).end(links.stream().map(Ending::new).collect(Collectors.toList()));
            deregister(link); // the threads of those that were stopped may take some time
        } else if (last && ended.compareAndSet(null, link)) {
            deregister(reaching(link));
        }
    }

    private void deregister(Link link) {
        if (!stopped) {
            new Deregistration(session, setup).by(link.network().uplink());
        }
    }

    /** A link whose thread may not have ended. */
    private final class Ending implements LastPaths.Path {
        private final Link link;

        Ending(Link link) {
            this.link = link;
        }

        @Override
        public boolean answers() {
            return link.contact().connected() && link.meter().isGood();
        }

        @Override
        public long roundTripNanos() {
            return Math.max(link.meter().roundTripNanos(), link.meter().smoothedRoundTripNanos());
        }

        @Override
        public boolean awaitEnd(long nanos) throws InterruptedException {
            return over.get(link.number()).await(nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void stop() {
            link.stop();
        }
    }

    /** A link that reaches the host, as far as is known. All have ended, none in order. */
    private Link reaching(Link last) {
        return last.network().isThere()
                ? last
                : links.stream()
                        .filter(link -> link.network().isThere())
                        .findFirst()
                        .orElse(last);
    }

    /** Starts the threads that execute commands and tell of alerts, and begins to watch the networks. */
    public void start() {
        commands.start();
        monitor.start();
        brokers.start(
                new BrokerMoves(setup, session, links),
                () -> links.stream()
                        .flatMap(link -> link.network().locals().stream())
                        .distinct()
                        .collect(Collectors.toList()),
                setup.paths().get(0).context().settings().connectTimeout());
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
        brokers.close();
        monitor.stop();
        links.forEach(Link::stop);
    }

    /** Ends the threads that execute commands and tell of alerts. */
    public void stopCommands(Duration timeout) throws InterruptedException {
        commands.stop(timeout);
    }

    // --- status ---

    /** The broker that is used; empty if none was found yet. */
    public Optional<URI> broker() {
        return brokers.chosen().map(Chosen::base);
    }

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

    /** Whether the app wants to end, and the host has stored everything. */
    public boolean isEverythingStored() {
        return session.nothingLeft();
    }

    /** Whether the host answers on at least one link. */
    public boolean connected() {
        return links.stream().anyMatch(link -> link.contact().connected());
    }

    /** The last problem, until it is solved; empty while the host answers on a link. With several paths it names its own. */
    public Optional<String> problem() {
        return connected()
                ? Optional.empty()
                : first(links.stream()
                        .map(this::problem)
                        .filter(Optional::isPresent)
                        .collect(Collectors.toList()));
    }

    private Optional<String> problem(Link link) {
        Optional<String> own = link.contact().problem();
        return setup.severalPaths()
                ? own.map(text -> "path " + link.path().settings().name() + ": " + text)
                : own;
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
        return session.connections().windows().stream()
                .mapToLong(SendWindow::underWay)
                .sum();
    }

    /** How many the send windows of the present connections allow; empty if there is no connection, or one without a limit. */
    public OptionalLong sendWindowBytes() {
        long[] windows = session.connections().windows().stream()
                .mapToLong(SendWindow::bytes)
                .toArray();
        boolean limited = windows.length > 0 && Arrays.stream(windows).allMatch(bytes -> bytes < Long.MAX_VALUE);
        return limited ? OptionalLong.of(Arrays.stream(windows).sum()) : OptionalLong.empty();
    }

    /** The counters of the links. */
    public LinkCounters counters() {
        return session.counters();
    }
}

package org.banip.measure.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Stop;
import org.banip.measure.load.LoadClients.Count;
import org.banip.measure.load.LoadServers.ServerOptions;
import org.banip.measure.load.client.LoadTimes;

/** One step: servers, MBUs, window, storm, the end, the comparison with the store. One thread. */
final class LoadStep {
    private static final Duration FRAME = Duration.ofMillis(100);
    private static final Duration LEAD = Duration.ofSeconds(1);
    private static final Duration STORM = Duration.ofMinutes(10);
    private static final Duration NOTICED = Duration.ofSeconds(30);

    private static final double MICROS_PER_MILLI = 1000;

    private final LoadSettings settings;
    private final int mbus;
    private final Path folder;
    private final Stop stop;
    private final Consumer<String> progress;
    private final LoadResult.Builder result;

    LoadStep(LoadSettings settings, int mbus, Path folder, Stop stop, Consumer<String> progress) {
        this.settings = settings;
        this.mbus = mbus;
        this.folder = folder;
        this.stop = stop;
        this.progress = text -> progress.accept(Figures.count(mbus) + " MBUs: " + text);
        result = new LoadResult.Builder(settings, mbus);
    }

    /** Makes it. */
    LoadResult run(ServerOptions known) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        progress.accept("servers start");
        try {
            ClientTotals totals;
            try (LoadServers servers = LoadServers.start(settings, known, mbus, folder)) {
                try (LoadClients clients = LoadClients.start(settings, servers, mbus, folder)) {
                    totals = measure(servers, clients);
                }
                result.servers(servers);
                progress.accept("servers end");
            }
            result.clients(totals);
            writeLatencies(totals);
            compare();
            return result.build();
        } finally {
            if (!settings.keep()) {
                deleteStore();
            }
        }
    }

    private ClientTotals measure(LoadServers servers, LoadClients clients) throws IOException, InterruptedException {
        register(servers, clients);
        long start = epochNanos(Instant.now().plus(LEAD));
        long from = start
                + settings.times().ramp().toNanos()
                + settings.times().warmUp().toNanos();
        long until = from + settings.times().window().toNanos();
        long end = settings.storm() ? until + STORM.toNanos() : until;
        clients.say("go " + new LoadTimes(start, settings.times().ramp().toNanos(), from, until, end).toJson());
        sleepUntil("ramp and warm-up", from, servers, clients);
        Looks before = Looks.of(servers, clients);
        sleepUntil("window", until, servers, clients);
        result.use(before, Looks.of(servers, clients));
        if (settings.storm() && !over(servers)) {
            storm(servers, clients);
        }
        clients.stop();
        drain(servers, clients);
        result.problem(servers.problem());
        return clients.end();
    }

    private boolean over(LoadServers servers) {
        return stop.requested() || !servers.problem().isEmpty();
    }

    private void register(LoadServers servers, LoadClients clients) throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (!over(servers)) {
            Count count = clients.count();
            long settled = count.ready() + count.refused();
            if (settled >= mbus) {
                return;
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            double rate = settled == 0 ? settings.clients().registrations() : settled / seconds;
            progress.accept("registered " + Figures.count(count.ready()) + refused(count) + ", "
                    + left(Duration.ofMillis((long) ((mbus - settled) / rate * 1000))));
            pause();
        }
    }

    private static String refused(Count count) {
        return count.refused() == 0 ? "" : ", refused " + Figures.count(count.refused());
    }

    private static String left(Duration time) {
        return "about " + Figures.clock(time) + " left";
    }

    private void pause() throws InterruptedException {
        boolean unused = stop.await(FRAME);
    }

    private void sleepUntil(String phase, long epochNanos, LoadServers servers, LoadClients clients)
            throws IOException, InterruptedException {
        for (long left = epochNanos - now(); left > 0 && !over(servers); left = epochNanos - now()) {
            Count count = clients.count();
            progress.accept(phase + ": sent " + Figures.count(count.sent()) + ", outstanding "
                    + Figures.count(count.outstanding()) + refused(count) + ", " + left(Duration.ofNanos(left)));
            boolean unused = stop.await(Duration.ofNanos(Math.min(left, FRAME.toNanos())));
        }
    }

    private void storm(LoadServers servers, LoadClients clients) throws IOException, InterruptedException {
        long expected = clients.count().ready();
        clients.say("hold");
        progress.accept("storm: the broker starts again");
        servers.restartBroker();
        clients.watch(servers);
        boolean noticed = await(NOTICED, servers, () -> ready(clients) == 0, "storm: MBUs notice", clients);
        long began = System.nanoTime();
        clients.say("reconnect");
        boolean back = await(STORM, servers, () -> ready(clients) >= expected, "storm: MBUs come back", clients);
        result.storm((System.nanoTime() - began) / 1e9, noticed && back);
    }

    private static long ready(LoadClients clients) {
        try {
            return clients.count().ready();
        } catch (IOException e) {
            return 0; // the next call reports it
        }
    }

    private boolean await(Duration most, LoadServers servers, BooleanSupplier wanted, String phase, LoadClients clients)
            throws IOException, InterruptedException {
        long until = System.nanoTime() + most.toNanos();
        while (!wanted.getAsBoolean()) {
            if (over(servers) || System.nanoTime() > until) {
                return false;
            }
            progress.accept(phase + ": " + Figures.count(clients.count().ready()) + " connected");
            pause();
        }
        return true;
    }

    /** Until all that was due is acknowledged, for so long at most. */
    private void drain(LoadServers servers, LoadClients clients) throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (!over(servers)
                && System.nanoTime() - began < settings.times().drain().toNanos()) {
            Count count = clients.count();
            boolean connected = count.ready() + count.refused() >= mbus;
            if (count.outstanding() == 0 && connected) {
                return;
            }
            progress.accept("waits for " + Figures.count(count.outstanding()) + " acknowledgements");
            pause();
        }
    }

    private void writeLatencies(ClientTotals totals) throws IOException {
        Path file = folder.resolve("latency.txt");
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            out.println("# milliseconds from the scheduled instant to the acknowledgement");
            totals.latency().outputPercentileDistribution(out, MICROS_PER_MILLI);
        }
    }

    private void compare() {
        progress.accept("compares with the store");
        try {
            result.stored(StoredPackets.read(LoadServers.store(settings, folder)));
        } catch (SQLException e) {
            result.problem("the store cannot be read: " + e.getMessage());
        }
    }

    private void deleteStore() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "store.db*")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private static long now() {
        return epochNanos(Instant.now());
    }

    private static long epochNanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }
}

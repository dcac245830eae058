package org.banip.surrogate.alert;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.detection.RulesFile;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;

/** A host with detectors and contacts in a process of its own, to be killed. */
final class AlertHostProcess implements AutoCloseable {
    private static final String MARK = "listens at ";

    private final Process process;
    private final URI base;

    /** A host over the files {@code store.db}, {@code detectors.json} and {@code contacts.json} of a folder. */
    AlertHostProcess(Path directory) throws IOException {
        this(directory, LivenessSettings.DEFAULT);
    }

    /** The same with sessions that expire sooner or later. */
    AlertHostProcess(Path directory, LivenessSettings liveness) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        directory.toString(),
                        "" + liveness.keepAlive().toMillis(),
                        "" + liveness.missedKeepAlives(),
                        "" + liveness.grace().toMillis())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII);
        String line = lines.readLine();
        while (line != null && !line.startsWith(MARK)) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("the host ended before it listened");
        }
        base = URI.create(line.substring(MARK.length()));
        // A process that logs into a full pipe stands still.
        Thread rest = new Thread(() -> lines.lines().forEach(ignored -> {}), "alert-host-output");
        rest.setDaemon(true);
        rest.start();
    }

    URI base() {
        return base;
    }

    /** Ends it in order, so that all that was found is kept. */
    void stop() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }

    /** Ends it as kill -9 does; any thread. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    @Override
    public void close() {
        kill();
        process.onExit().join();
    }

    /** What runs in the process. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws IOException {
            Path directory = Path.of(arguments[0]);
            LivenessSettings liveness = new LivenessSettings(
                    Duration.ofMillis(Long.parseLong(arguments[1])),
                    Integer.parseInt(arguments[2]),
                    Duration.ofMillis(Long.parseLong(arguments[3])));
            AlertSettings settings = new AlertSettings(
                    Optional.of(directory.resolve("contacts.json")),
                    false,
                    Optional.empty(),
                    AlertSettings.DEFAULT.timeout(),
                    AlertSettings.DEFAULT.mostWaiting());
            try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                            .alerts(settings)
                            .liveness(liveness)
                            .detectors(new RulesFile(directory.resolve("detectors.json")))
                            .banDetectors(1)
                            .build();
                    HostServer server = HostServer.start(host, HostServerSettings.loopback())) {
                new PrintStream(System.out, true, StandardCharsets.US_ASCII).println(MARK + server.baseUri());
                int unused = System.in.read(); // until the test ends, too
            }
        }
    }
}

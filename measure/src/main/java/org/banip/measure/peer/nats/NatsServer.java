package org.banip.measure.peer.nats;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A nats-server of its own with JetStream, as a child process. */
final class NatsServer implements AutoCloseable {
    /** The environment variable that names it, if it is not on the PATH. */
    static final String VARIABLE = "BANIP_NATS_SERVER";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Process process;
    private final InetSocketAddress address;

    private NatsServer(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Its path, if it is on this machine. */
    static Optional<Path> executable() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(
                        Stream.ofNullable(System.getenv(VARIABLE)).map(Path::of),
                        Arrays.stream(path.split(File.pathSeparator, -1)).map(folder -> Path.of(folder, "nats-server")))
                .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
                .findFirst();
    }

    /** Starts it at a free port, with its streams and log in the folder. */
    static NatsServer start(String host, Path folder) throws IOException {
        Path executable =
                executable().orElseThrow(() -> new IOException("the server nats-server is not on this machine"));
        int port = freePort(host);
        Path settings = folder.resolve("nats.conf");
        Files.write(
                settings,
                List.of(
                        "listen: \"" + host + ":" + port + "\"",
                        "jetstream {",
                        "  store_dir: \"" + folder.toAbsolutePath() + "\"",
                        // otherwise it acknowledges what is in memory only
                        "  sync_interval: always",
                        "}"));
        Process process = new ProcessBuilder(executable.toString(), "-c", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nats.log").toFile())
                .start();
        return new NatsServer(process, new InetSocketAddress(host, port));
    }

    private static int freePort(String host) throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return probe.getLocalPort();
        }
    }

    InetSocketAddress address() {
        return address;
    }

    boolean alive() {
        return process.isAlive();
    }

    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

package org.banip.measure.peer.mqtt;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Mosquitto of its own, as a child process. */
final class Mosquitto implements AutoCloseable {
    /** Receive maximum of each client, which Mosquitto announces. */
    static final int MOST_IN_FLIGHT = 1000;

    private static final List<String> USUAL = List.of("/usr/sbin", "/usr/local/sbin");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Process process;
    private final InetSocketAddress address;

    private Mosquitto(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Its path, if it is installed. */
    static Optional<Path> executable() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Arrays.stream(path.split(File.pathSeparator, -1)), USUAL.stream())
                .map(folder -> Path.of(folder, "mosquitto"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts Mosquitto at a free port, with its persistence and log in the folder. */
    static Mosquitto start(String host, Path folder) throws IOException {
        Path executable =
                executable().orElseThrow(() -> new IOException("the broker mosquitto is not on this machine"));
        int port = freePort(host);
        Path settings = folder.resolve("mosquitto.conf");
        Files.write(settings, settings(host, port, folder));
        Process process = new ProcessBuilder(executable.toString(), "-c", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("mosquitto.log").toFile())
                .start();
        return new Mosquitto(process, new InetSocketAddress(host, port));
    }

    private static List<String> settings(String host, int port, Path folder) {
        List<String> lines = new ArrayList<>(List.of(
                "listener " + port + " " + host,
                "allow_anonymous true",
                "persistence true",
                "persistence_location " + folder.toAbsolutePath() + "/",
                "set_tcp_nodelay true",
                "max_inflight_messages " + MOST_IN_FLIGHT,
                // nothing is dropped while the subscriber stores
                "max_queued_messages 0",
                "log_dest stderr",
                "log_type error",
                "log_type warning"));
        if ("root".equals(System.getProperty("user.name"))) {
            lines.add("user root"); // it would change to another user, who may not write to the folder
        }
        return lines;
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
